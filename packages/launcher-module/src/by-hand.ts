import { parseArgs } from 'node:util'
import { askState } from './command.ts'
import { type Language, languageOf, type Sentence } from './language.ts'
import { openPortal } from './portal.ts'
import { SettingError } from './settings/setting-error.ts'
import { version } from './version.ts'

/** How a command ends: 0 as wished, 1 refused, 2 wrong usage. */
export type Ended = { code: 0 | 1 | 2; stdout: string; stderr: string }

/** What a person gets who starts the program by hand (launcher-module, Loading). */
export async function runByHand(args: readonly string[], lang: string | undefined): Promise<Ended> {
  const language = languageOf(lang)
  if (args.length === 0) return { code: 1, stdout: '', stderr: `${WHAT_IT_IS[language]}\n` }
  if (args.includes('--version')) return said(`portal ${version}\n`)
  if (args.includes('--help')) return said(HELP[language])
  return args[0] === 'check' ? check(args.slice(1), language) : misused(language)
}

async function check(args: readonly string[], language: Language): Promise<Ended> {
  const settings = readArguments(args)
  if (!settings) return misused(language)
  try {
    const portal = openPortal(settings, { language })
    const { reachable, text } = await askState(portal)
    portal.close()
    return reachable ? said(text) : { code: 1, stdout: '', stderr: text }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return { code: 2, stdout: '', stderr: `${error.message}\n` }
  }
}

function readArguments(args: readonly string[]): { url: string; apiKey: string } | undefined {
  const options = { url: { type: 'string' }, key: { type: 'string' } } as const
  try {
    const { url, key } = parseArgs({ args: [...args], options }).values
    return url === undefined || key === undefined ? undefined : { url, apiKey: key }
  } catch {
    return undefined // an argument that does not exist
  }
}

function said(stdout: string): Ended {
  return { code: 0, stdout, stderr: '' }
}

function misused(language: Language): Ended {
  return { code: 2, stdout: '', stderr: HELP[language] }
}

const WHAT_IT_IS: Sentence = {
  en: 'portal is a module of a launcher server, which starts it itself: put this file into its modules directory under the name portal and its settings into modules.config.portal (portal --help).',
  ru: 'portal — модуль лаунчер-сервера, и запускает его сам сервер: положите этот файл в каталог модулей под именем portal, а настройки — в modules.config.portal (portal --help).',
}

const HELP: Sentence = {
  en: `usage:
  portal --version                        the version
  portal check --url <url> --key <key>    whether the site answers and takes the key
  portal --help                           this text

Without arguments a launcher server starts it. Settings, in modules.config.portal:
  url        address of the site, without a slash at the end
  apiKey     key with the permission kernel.launcher.provider, trusted from this machine's address
  timeout    how long one request may take: "5s"
  cacheTTL   how long a player's profile is kept: "1m"
  language   what players read: "ru", "en", or "site" for the language of the site
`,
  ru: `использование:
  portal --version                        версия
  portal check --url <url> --key <ключ>   отвечает ли сайт и принимает ли ключ
  portal --help                           этот текст

Без аргументов его запускает лаунчер-сервер. Настройки, в modules.config.portal:
  url        адрес сайта, без косой черты в конце
  apiKey     ключ с правом kernel.launcher.provider, которому доверен адрес этой машины
  timeout    сколько может длиться один запрос: "5s"
  cacheTTL   сколько хранится профиль игрока: "1m"
  language   что читают игроки: "ru", "en" или "site" — язык сайта
`,
}
