import type { Expression, ExpressionBuilder } from 'kysely'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { playerColumns, toPlayer } from '../players/player-store.ts'
import { owing } from './pending-consents-store.ts'

/** Finds a player if this session of theirs is open, in one statement. */
export async function findPlayerInSession(
  db: Db,
  { playerId, sessionId }: Identity,
  now: number,
): Promise<Player | undefined> {
  const [row] = (await selectPlayerInSession(db, { playerId, sessionId, now })).rows
  return row && toPlayer(row)
}

type WhoAndWhen = Identity & { now: number }

const selectPlayerInSession = compiledQuery((db, who: Params<WhoAndWhen>) =>
  db
    .selectFrom('player')
    .select(playerColumns)
    .where('id', '=', who.playerId)
    .where(hasOpenSession(who)),
)

function hasOpenSession(who: Params<WhoAndWhen>) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'player'>) =>
    exists(
      selectFrom('session')
        .select('session.id')
        .where('session.id', '=', who.sessionId)
        .whereRef('session.player_id', '=', 'player.id')
        .where('session.expires_at', '>', who.now),
    )
}

/** A player who asks for something; `owes` tells whether they have to agree to something first. */
export type AskingPlayer = Player & { owes: boolean }

/** Finds a player if this session of theirs is open, and what keeps them from going on, in one statement. */
export async function findAskingInSession(
  db: Db,
  { playerId, sessionId }: Identity,
  site: { now: number; minimumAge: number },
): Promise<AskingPlayer | undefined> {
  const [row] = (await selectAskingInSession(db, { playerId, sessionId, ...site })).rows
  return row && toAsking(row)
}

const selectAskingInSession = compiledQuery(
  (db, who: Params<WhoAndWhen & { minimumAge: number }>) =>
    askingOf(db, who.minimumAge).where('player.id', '=', who.playerId).where(hasOpenSession(who)),
)

/** Does the same whether the session is open or not. */
export async function findAsking(
  db: Db,
  whose: { playerId: string; minimumAge: number },
): Promise<AskingPlayer | undefined> {
  const [row] = (await selectAsking(db, whose)).rows
  return row && toAsking(row)
}

const selectAsking = compiledQuery((db, who: Params<{ playerId: string; minimumAge: number }>) =>
  askingOf(db, who.minimumAge).where('player.id', '=', who.playerId),
)

function askingOf(db: Db, minimumAge: Expression<number>) {
  return db
    .selectFrom('player')
    .select(playerColumns)
    .select((eb) => eb.case().when(owing(minimumAge)(eb)).then(1).else(0).end().as('owes'))
}

function toAsking({
  owes,
  ...row
}: Parameters<typeof toPlayer>[0] & { owes: number }): AskingPlayer {
  return { ...toPlayer(row), owes: owes === 1 }
}
