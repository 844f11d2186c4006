import type { DiscordStatus } from '@portal/contract'
import type { App } from '../../app.ts'
import { isoOrNull } from '../../platform/clock.ts'
import { checkServer } from './check-server.ts'
import { credentialsOf, type DiscordBot, type Mapping } from './discord.ts'
import { DiscordApi, SHORT_TIMEOUT } from './discord-api.ts'
import { listMappings, listSetNames, readBot } from './discord-store.ts'
import { countMembers } from './member-store.ts'

type Deps = Pick<App, 'db' | 'clock' | 'keys' | 'config' | 'version'>

/**
 * Describes the bot and its mappings. Reads the roles of the server from Discord; while Discord does not respond, the
 * problems are those stored before.
 */
export async function describeDiscord(app: Deps): Promise<DiscordStatus> {
  const bot = await readBot(app.db)
  const mappings = await listMappings(app.db)
  const names = await listSetNames(app.db)
  const check = await checkNow(app, bot)
  const roles = check?.is === 'ok' ? check.roles : []
  const problem = check?.is === 'failed' ? check.problem : null
  return {
    enabled: bot.isEnabled,
    server: bot.server,
    hasToken: bot.tokenSealed !== null,
    problem: check ? problem : null,
    ...(await countMembers(app.db, app.clock.now())),
    reconciledAt: isoOrNull(bot.reconciledAt),
    mappings: mappings.map((mapping) => {
      const { kind, id, discordRole } = mapping
      const role = roles.find((found) => found.id === discordRole)
      return {
        kind,
        id,
        discordRole,
        name: names.get(`${kind}:${id}`) ?? null,
        discordName: role?.name ?? null,
        problem: check?.is === 'ok' ? problemNow(mapping, role, check.knowsBot) : mapping.problem,
      }
    }),
    sets: toSets(names),
    discordRoles: roles,
  }
}

function toSets(names: ReadonlyMap<string, string>): DiscordStatus['sets'] {
  return Array.from(names, ([key, name]) => {
    const [kind, id = ''] = key.split(':')
    return { kind: kind === 'group' ? ('group' as const) : ('role' as const), id, name }
  })
}

async function checkNow(app: Deps, bot: DiscordBot) {
  const credentials = await credentialsOf(app.keys, bot)
  if (!credentials) return undefined
  const { server } = credentials
  return checkServer(new DiscordApi(app, credentials, SHORT_TIMEOUT), server)
}

/**
 * Returns the current problem of a mapping. Keeps a stored refusal by Discord until an attempt succeeds, because the
 * positions of roles do not explain it.
 */
function problemNow(
  { problem }: Mapping,
  role: { problem: Mapping['problem'] } | undefined,
  knowsBot: boolean,
): Mapping['problem'] {
  if (!role) return 'missing'
  if (role.problem !== null) return role.problem
  if (!knowsBot) return problem === 'missing' ? null : problem
  return problem === 'refused' ? problem : null
}
