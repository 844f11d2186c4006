import { runCommand, SYNOPSIS } from '../command.ts'
import { type Language, languageOf } from '../language.ts'
import { openPortal, type Portal } from '../portal.ts'
import type { AccessProvider } from '../providers/access.ts'
import type { NewsProvider } from '../providers/news.ts'
import type { SignInProvider } from '../providers/sign-in.ts'
import type { SkinProvider } from '../providers/skin.ts'
import { parseBlock } from '../settings/read-fields.ts'
import { version } from '../version.ts'
import { CallError } from './call-error.ts'
import type { Log } from './log.ts'
import { logSiteFailures } from './log-site-failures.ts'
import { type ModuleDescription, PROVIDER_KINDS } from './messages.ts'

const NAME = 'portal'
const ALIAS = 'cms'

type Provider = {
  signIn?: SignInProvider
  skin?: SkinProvider
  access?: AccessProvider
  news?: NewsProvider
}

export type Module = ReturnType<typeof openModule>

export function openModule(log: Log, language: Language = languageOf(process.env.LANG)) {
  const handles = new Map<bigint, { kind: number; given: unknown; provider: Provider }>()
  let portal: Portal | undefined

  function configured(): Portal {
    if (!portal) throw new CallError('portal: Configure must be called first')
    return portal
  }

  return {
    /** Applies new settings, also to open providers. Invalid settings change nothing. */
    configure(config: Uint8Array): void {
      const given = parseBlock(config, language)
      const next = openPortal(given, { language, watch: logSiteFailures(log), warn: log.warn })
      portal?.close()
      portal = next
      portal.listen()
      for (const opened of handles.values()) {
        opened.provider = openProvider(next, opened.kind, opened.given)
      }
      logSiteState(next, log)
    },

    info: (): ModuleDescription => ({
      name: NAME,
      version,
      description: DESCRIPTION[language],
      commands: [{ name: NAME, aliases: [ALIAS], synopsis: SYNOPSIS[language] }],
      providers: Object.values(PROVIDER_KINDS).map((kind) => ({ kind, name: NAME })),
    }),

    async execute(command: string, args: readonly string[]) {
      if (command !== NAME && command !== ALIAS) throw new CallError(`unknown command ${command}`)
      return runCommand(configured(), args)
    },

    openProvider(kind: number, name: string, config: Uint8Array): bigint {
      if (name !== NAME)
        throw new CallError(`unknown provider ${JSON.stringify(name)}, expected "${NAME}"`)
      const given = parseBlock(config, language)
      const provider = openProvider(configured(), kind, given)
      const handle = BigInt(handles.size + 1)
      handles.set(handle, { kind, given, provider })
      return handle
    },

    /** Returns the provider of a handle. @throws CallError if it is not of the given kind */
    provider<Kind extends keyof Provider>(kind: Kind, handle: bigint): NonNullable<Provider[Kind]> {
      const provider = handles.get(handle)?.provider[kind]
      if (!provider) throw new CallError(`no ${kind} provider has handle ${handle}`)
      return provider
    },
  }
}

function openProvider(portal: Portal, kind: number, given: unknown): Provider {
  if (kind === PROVIDER_KINDS.signIn) return { signIn: portal.signIn(given) }
  if (kind === PROVIDER_KINDS.skin) return { skin: portal.skin(given) }
  if (kind === PROVIDER_KINDS.access) return { access: portal.access(given) }
  if (kind === PROVIDER_KINDS.news) return { news: portal.news(given) }
  throw new CallError(`unknown kind of provider: ${kind}`)
}

/** Logs immediately whether URL and key are correct, and learns the players' language before the first sign-in. */
function logSiteState(portal: Portal, log: Log): void {
  Promise.all([portal.ping(), portal.learnPlayerLanguage()]).then(
    ([{ name, version }]) => log.info(`connected to ${portal.url}: ${name}, CMS ${version}`),
    () => undefined, // log-site-failures has logged it
  )
}

const DESCRIPTION = {
  en: 'Sign-in, skins, access and news from the site',
  ru: 'Вход, скины, доступ и новости с сайта',
} as const satisfies Record<Language, string>
