import type { Expression, ExpressionBuilder } from 'kysely'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { playerColumns, toPlayer } from '../players/player-store.ts'
import { pendingConsentsCondition } from './pending-consents-store.ts'

export async function findPlayerInSession(
  db: Db,
  { playerId, sessionId }: Identity,
  now: number,
): Promise<Player | undefined> {
  const [row] = (await selectPlayerInSession(db, { playerId, sessionId, now })).rows
  return row && toPlayer(row)
}

type SessionAt = Identity & { now: number }

const selectPlayerInSession = compiledQuery((db, key: Params<SessionAt>) =>
  db
    .selectFrom('player')
    .select(playerColumns)
    .where('id', '=', key.playerId)
    .where(hasOpenSession(key)),
)

function hasOpenSession(key: Params<SessionAt>) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'player'>) =>
    exists(
      selectFrom('session')
        .select('session.id')
        .where('session.id', '=', key.sessionId)
        .whereRef('session.player_id', '=', 'player.id')
        .where('session.expires_at', '>', key.now),
    )
}

export type CallingPlayer = Player & { owes: boolean }

export async function findCallingPlayerInSession(
  db: Db,
  { playerId, sessionId }: Identity,
  site: { now: number; minimumAge: number },
): Promise<CallingPlayer | undefined> {
  const [row] = (await selectCallingPlayerInSession(db, { playerId, sessionId, ...site })).rows
  return row && toCallingPlayer(row)
}

const selectCallingPlayerInSession = compiledQuery(
  (db, key: Params<SessionAt & { minimumAge: number }>) =>
    callingPlayerQuery(db, key.minimumAge)
      .where('player.id', '=', key.playerId)
      .where(hasOpenSession(key)),
)

export async function findCallingPlayer(
  db: Db,
  key: { playerId: string; minimumAge: number },
): Promise<CallingPlayer | undefined> {
  const [row] = (await selectCallingPlayer(db, key)).rows
  return row && toCallingPlayer(row)
}

const selectCallingPlayer = compiledQuery(
  (db, key: Params<{ playerId: string; minimumAge: number }>) =>
    callingPlayerQuery(db, key.minimumAge).where('player.id', '=', key.playerId),
)

function callingPlayerQuery(db: Db, minimumAge: Expression<number>) {
  return db
    .selectFrom('player')
    .select(playerColumns)
    .select((eb) =>
      eb.case().when(pendingConsentsCondition(minimumAge)(eb)).then(1).else(0).end().as('owes'),
    )
}

function toCallingPlayer({
  owes,
  ...row
}: Parameters<typeof toPlayer>[0] & { owes: number }): CallingPlayer {
  return { ...toPlayer(row), owes: owes === 1 }
}
