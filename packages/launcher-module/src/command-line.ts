import { parseArgs } from 'node:util'
import { measureState } from './command.ts'
import { type Language, type Localized, languageOf } from './language.ts'
import { openPortal } from './portal.ts'
import { SettingError } from './settings/setting-error.ts'
import { version } from './version.ts'

export type CommandLineResult = { code: 0 | 1 | 2; stdout: string; stderr: string }

export async function runCommandLine(
  args: readonly string[],
  lang: string | undefined,
): Promise<CommandLineResult> {
  const language = languageOf(lang)
  if (args.length === 0) return { code: 1, stdout: '', stderr: `${DESCRIPTION[language]}\n` }
  if (args.includes('--version')) return succeeded(`portal ${version}\n`)
  if (args.includes('--help')) return succeeded(HELP[language])
  return args[0] === 'check' ? check(args.slice(1), language) : usageError(language)
}

async function check(args: readonly string[], language: Language): Promise<CommandLineResult> {
  const settings = readArguments(args)
  if (!settings) return usageError(language)
  try {
    const portal = openPortal(settings, { language })
    const { reachable, text } = await measureState(portal)
    portal.close()
    return reachable ? succeeded(text) : { code: 1, stdout: '', stderr: text }
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
    return undefined // an unknown argument
  }
}

function succeeded(stdout: string): CommandLineResult {
  return { code: 0, stdout, stderr: '' }
}

function usageError(language: Language): CommandLineResult {
  return { code: 2, stdout: '', stderr: HELP[language] }
}

const DESCRIPTION: Localized = {
  en: 'portal is a module for a launcher server, which starts it. Put this file into the modules directory under the name portal, and its settings into modules.config.portal (see portal --help).',
  ru: 'portal — это модуль: его запускает лаунчер-сервер. Положите этот файл в каталог модулей под именем portal, а настройки — в modules.config.portal (см. portal --help).',
}

const HELP: Localized = {
  en: `usage:
  portal --version                        print the version
  portal check --url <url> --key <key>    check that the site answers and accepts the key
  portal --help                           print this text

A launcher server starts it without arguments. Settings in modules.config.portal:
  url        address of the site, without a trailing slash
  apiKey     key with the permission kernel.launcher.provider that trusts this machine's address
  timeout    time limit for one request: "5s"
  cacheTTL   how long a player's profile is kept: "1m"
  language   language for players: "ru", "en", or "site" for the language of the site
`,
  ru: `использование:
  portal --version                        показать версию
  portal check --url <url> --key <ключ>   проверить, отвечает ли сайт и принимает ли ключ
  portal --help                           показать эту справку

Без аргументов программу запускает лаунчер-сервер. Настройки в modules.config.portal:
  url        адрес сайта, без косой черты в конце
  apiKey     ключ с правом kernel.launcher.provider, которому доверен адрес этой машины
  timeout    сколько ждать ответа на один запрос: "5s"
  cacheTTL   сколько хранится профиль игрока: "1m"
  language   язык для игроков: "ru", "en" или "site" — язык сайта
`,
}
