import type { DiscordProblem, DiscordRoleProblem } from '@portal/contract'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { DiscordBot, Mapping } from './discord.ts'

const botColumns = [
  'server',
  'token_sealed as tokenSealed',
  'enabled',
  'problem',
  'reconciled_at as reconciledAt',
] as const

export async function readBot(db: Db): Promise<DiscordBot> {
  const row = await db
    .selectFrom('discord_bot')
    .select(botColumns)
    .where('id', '=', 'bot')
    .executeTakeFirstOrThrow()
  return toBot(row)
}

export async function lockBot(tx: Db): Promise<DiscordBot> {
  const row = await tx
    .selectFrom('discord_bot')
    .select(botColumns)
    .where('id', '=', 'bot')
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return toBot(row)
}

type BotRow = {
  server: string | null
  tokenSealed: string | null
  enabled: number
  problem: string | null
  reconciledAt: number | null
}

function toBot({ enabled, problem, ...row }: BotRow): DiscordBot {
  return {
    ...row,
    isEnabled: enabled === 1,
    problem: PROBLEMS.find((is) => is === problem) ?? null,
  }
}

const PROBLEMS: readonly DiscordProblem[] = ['token', 'server', 'away']
const ROLE_PROBLEMS: readonly DiscordRoleProblem[] = [
  'above',
  'permission',
  'managed',
  'missing',
  'refused',
]

export async function updateBot(
  tx: Db,
  bot: Pick<DiscordBot, 'server' | 'tokenSealed' | 'isEnabled'>,
): Promise<void> {
  const { server, tokenSealed, isEnabled } = bot
  await tx
    .updateTable('discord_bot')
    .set({ server, token_sealed: tokenSealed, enabled: Number(isEnabled), problem: null })
    .where('id', '=', 'bot')
    .execute()
}

export async function updateProblem(db: Db, problem: DiscordProblem | null): Promise<void> {
  await db.updateTable('discord_bot').set({ problem }).where('id', '=', 'bot').execute()
}

/**
 * Records that all accounts were marked for a comparison.
 * @returns false if another process has recorded that in the meantime
 */
export async function advanceReconciliation(
  tx: Db,
  { found, now }: { found: number | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('discord_bot')
    .set({ reconciled_at: now })
    .where('id', '=', 'bot')
    .$if(found === null, (query) => query.where('reconciled_at', 'is', null))
    .$if(found !== null, (query) => query.where('reconciled_at', '=', found))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the re-encrypted form of the token, unless the token was changed in the meantime. */
export async function replaceToken(db: Db, old: string, renewed: string): Promise<void> {
  await db
    .updateTable('discord_bot')
    .set({ token_sealed: renewed })
    .where('token_sealed', '=', old)
    .execute()
}

export async function listMappings(db: Db): Promise<Mapping[]> {
  const rows = await db
    .selectFrom('discord_mapping')
    .select(['kind', 'bundle_id as id', 'discord_role as discordRole', 'problem'])
    .orderBy('kind', 'desc')
    .orderBy('bundle_id')
    .orderBy('discord_role')
    .execute()
  return rows.map(({ kind, problem, ...row }) => ({
    ...row,
    kind: kind === 'group' ? 'group' : 'role',
    problem: ROLE_PROBLEMS.find((is) => is === problem) ?? null,
  }))
}

export async function replaceMappings(
  tx: Db,
  mappings: readonly Omit<Mapping, 'problem'>[],
): Promise<void> {
  await tx.deleteFrom('discord_mapping').execute()
  if (mappings.length === 0) return
  const rows = mappings.map(({ kind, id, discordRole }) => ({
    kind,
    bundle_id: id,
    discord_role: discordRole,
    problem: null,
    problem_at: null,
  }))
  await tx.insertInto('discord_mapping').values(rows).execute()
}

export async function updateRoleProblem(
  db: Db,
  discordRole: string,
  { problem, now }: { problem: DiscordRoleProblem | null; now: number },
): Promise<void> {
  await db
    .updateTable('discord_mapping')
    .set({ problem, problem_at: problem === null ? null : now })
    .where('discord_role', '=', discordRole)
    .execute()
}

/**
 * Deletes old problems that only an attempt can show, so that the roles are tried again.
 * @returns whether there were any
 */
export async function clearOldRefusals(db: Db, before: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('discord_mapping')
    .set({ problem: null, problem_at: null })
    .where('problem', '=', 'refused')
    .where('problem_at', '<=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the names of all roles and donor ranks in their order, by kind and ID, such as `group:vip`. */
export async function listSetNames(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('bundle')
    .select(['kind', 'id', 'name'])
    .orderBy('priority', 'desc')
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ kind, id, name }) => [`${kind}:${id}`, name]))
}
