import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { DueMember } from './discord.ts'

type Mark = { now: number; isRoutine: boolean }

/** Marks the Discord accounts of players for a comparison of their roles, including unlinked accounts. */
export async function markPlayers(tx: Db, playerIds: readonly string[], mark: Mark): Promise<void> {
  if (playerIds.length === 0) return
  await insertLinked(tx, mark, playerIds)
  await tx
    .updateTable('discord_member')
    .set(marked(mark))
    .where((eb) =>
      eb.or([
        eb('player_id', 'in', playerIds),
        eb('discord_user', 'in', linkedAccounts(tx).where('identity.player_id', 'in', playerIds)),
      ]),
    )
    .execute()
}

export async function markAll(tx: Db, mark: Mark): Promise<void> {
  await insertLinked(tx, mark)
  await tx.updateTable('discord_member').set(marked(mark)).execute()
}

/**
 * Returns the columns that mark an account. An account that is already marked because of a change keeps its place
 * before the accounts of the nightly comparison.
 */
function marked({ now, isRoutine }: Mark) {
  return {
    due_at: isRoutine
      ? sql<number>`case when routine = 0 and due_at <= ${now} then due_at else ${now} end`
      : now,
    routine: isRoutine
      ? sql<number>`case when routine = 0 and due_at <= ${now} then 0 else 1 end`
      : 0,
    mark: sql<number>`mark + 1`,
    marked_at: now,
  }
}

function linkedAccounts(db: Db) {
  return db
    .selectFrom('identity')
    .innerJoin('identity_provider', 'identity_provider.slug', 'identity.provider')
    .where('identity_provider.kind', '=', 'discord')
    .select('identity.subject')
}

/** Inserts linked accounts. Each account is inserted once, even if players linked it through two providers. */
async function insertLinked(
  tx: Db,
  { now, isRoutine }: Mark,
  playerIds?: readonly string[],
): Promise<void> {
  const routine = Number(isRoutine)
  await tx
    .insertInto('discord_member')
    .columns(['discord_user', 'player_id', 'due_at', 'routine', 'mark', 'marked_at'])
    .expression(
      linkedAccounts(tx)
        .$if(playerIds !== undefined, (query) =>
          query.where('identity.player_id', 'in', playerIds ?? []),
        )
        .select((eb) => [
          eb.fn.min('identity.player_id').as('player_id'),
          sql<number>`cast(${now} as bigint)`.as('due_at'),
          sql<number>`cast(${routine} as bigint)`.as('routine'),
          sql<number>`cast(0 as bigint)`.as('mark'),
          sql<number>`cast(${now} as bigint)`.as('marked_at'),
        ])
        .groupBy('identity.subject'),
    )
    .onConflict((conflict) =>
      conflict
        .column('discord_user')
        .doUpdateSet((eb) => ({ player_id: eb.ref('excluded.player_id') })),
    )
    .execute()
}

/** Lists accounts whose comparison is due: first those with changes, then those of the nightly comparison. */
export async function listDueMembers(db: Db, now: number, limit: number): Promise<DueMember[]> {
  return db
    .selectFrom('discord_member')
    .select(['discord_user as discordUser', 'mark'])
    .where('due_at', '<=', now)
    .orderBy('routine')
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

export async function listLinkedPlayers(db: Db, discordUser: string): Promise<string[]> {
  const rows = await linkedAccounts(db)
    .where('identity.subject', '=', discordUser)
    .select('identity.player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}

/**
 * Stores when an account is compared next, unless a change has arrived during the last comparison.
 * @param nextAt null: after the next change
 */
export async function planMember(
  db: Db,
  { discordUser, mark }: DueMember,
  nextAt: number | null,
): Promise<void> {
  await db
    .updateTable('discord_member')
    .set({ due_at: nextAt, ...(nextAt === null && { routine: 0 }) })
    .where('discord_user', '=', discordUser)
    .where('mark', '=', mark)
    .execute()
}

/** Deletes an account that is no longer linked, unless a change has arrived during its comparison. */
export async function deleteMember(db: Db, { discordUser, mark }: DueMember): Promise<void> {
  await db
    .deleteFrom('discord_member')
    .where('discord_user', '=', discordUser)
    .where('mark', '=', mark)
    .execute()
}

export async function countMembers(
  db: Db,
  now: number,
): Promise<{ linked: number; waiting: number }> {
  const row = await db
    .selectFrom('discord_member')
    .select((eb) => [
      eb.fn.countAll().as('linked'),
      eb.fn.countAll().filterWhere('due_at', '<=', now).as('waiting'),
    ])
    .executeTakeFirst()
  return { linked: Number(row?.linked ?? 0), waiting: Number(row?.waiting ?? 0) }
}

/** Deletes the accounts of deleted players whose roles could not be removed until the instant `before`. */
export async function deleteOldMembers(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('discord_member')
    .where('marked_at', '<', before)
    .where(
      sql<SqlBool>`not exists (select 1 from player where player.id = discord_member.player_id)`,
    )
    .execute()
}
