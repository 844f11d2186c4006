import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export type Activity = { playSeconds: number; lastPlayedAt: number }

export async function findActivity(db: Db, playerId: string): Promise<Activity | undefined> {
  return db
    .selectFrom('player_activity')
    .select(['play_seconds as playSeconds', 'last_played_at as lastPlayedAt'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
}

export type ActivityReport = {
  playerId: string
  event: 'join' | 'leave' | 'playtime'
  at: number
  seconds: number | undefined
}

/**
 * Adds a report of a game server to the activity of a player, in one statement, so that no concurrent report is lost. A
 * `leave` without `seconds` counts the time since the last `join` or `playtime`.
 * @returns false if there is no such player
 */
export async function recordActivity(
  db: Db,
  { playerId, event, at, seconds }: ActivityReport,
): Promise<boolean> {
  const counted = sql.ref('player_activity.counted_until')
  const sinceCounted = sql<number>`case when ${counted} < ${at} then (${at} - ${counted}) / 1000 else 0 end`
  const isMeasured = event === 'leave' && seconds === undefined
  const added = isMeasured ? sinceCounted : sql<number>`cast(${seconds ?? 0} as bigint)`
  const { numAffectedRows = 0n } = await sql`
    insert into player_activity (player_id, play_seconds, last_played_at, counted_until)
    select id, cast(${seconds ?? 0} as bigint), cast(${at} as bigint),
      cast(${event === 'join' ? at : null} as bigint)
    from player where id = ${playerId}
    on conflict (player_id) do update set
      play_seconds = player_activity.play_seconds + ${added},
      last_played_at = case when player_activity.last_played_at < ${at} then ${at}
        else player_activity.last_played_at end,
      counted_until = ${countedAfter(event, at)}`.execute(db)
  return numAffectedRows > 0n
}

function countedAfter(event: ActivityReport['event'], at: number) {
  if (event === 'join') return sql`cast(${at} as bigint)`
  if (event === 'leave') return sql`null`
  const counted = sql.ref('player_activity.counted_until')
  return sql`case when ${counted} < ${at} then ${at} else ${counted} end`
}
