import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import { DEVICES_KEPT, type DeviceMarks } from './device.ts'
import type { ClosedSession } from './session-store.ts'

type Device = { playerId: string; mark: string }

/** Whether a player has signed in with this mark before (see device.ts). */
export async function hasDevice(db: Db, playerId: string, mark: string): Promise<boolean> {
  return (await selectDevice(db, { playerId, mark })).rows.length > 0
}

const selectDevice = compiledQuery((db, { playerId, mark }: Params<Device>) =>
  db.selectFrom('device').select('mark').where('player_id', '=', playerId).where('mark', '=', mark),
)

/** Lists which of these marks a player has signed in with before. */
export async function findDevices(
  db: Db,
  playerId: string,
  [one, other]: readonly [string, string],
): Promise<string[]> {
  const { rows } = await selectDevices(db, { playerId, one, other })
  return rows.map(({ mark }) => mark)
}

const selectDevices = compiledQuery(
  (db, { playerId, one, other }: Params<{ playerId: string; one: string; other: string }>) =>
    db
      .selectFrom('device')
      .select('mark')
      .where('player_id', '=', playerId)
      .where('mark', 'in', [one, other]),
)

/**
 * Notes that a player signed in with a mark. Ten marks of each kind are kept; a new mark displaces the one not
 * seen for longest.
 */
export async function rememberMark(db: Db, playerId: string, mark: string, now: number) {
  await upsertMark(db, { playerId, mark, now })
  await deleteOldest(db, { playerId, mark, ofItsKind: kindOf(mark) })
}

const upsertMark = compiledQuery((db, { playerId, mark, now }: Params<Device & { now: number }>) =>
  db
    .insertInto('device')
    .values({ player_id: playerId, mark, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'mark']).doUpdateSet({ last_seen_at: now }),
    ),
)

/** The pattern of all marks of one kind. */
function kindOf(mark: string): string {
  return mark.replace(/:.*/s, ':%')
}

/** Whether any account knows this mark. A cookie unknown to all was not issued by this site. */
export async function isMarkKnown(db: Db, mark: string): Promise<boolean> {
  return (await selectMark(db, { mark })).rows.length > 0
}

const selectMark = compiledQuery((db, { mark }: Params<{ mark: string }>) =>
  db.selectFrom('device').select('mark').where('mark', '=', mark).limit(1),
)

/**
 * Notes that a player signed in with these marks. Of each kind of mark ten are kept; a new one displaces
 * the one that was not seen for longest.
 *
 * @returns which marks were new; of parallel calls with one mark only one learns so.
 */
export async function rememberDevice(
  db: Db,
  playerId: string,
  { cookieMark, placeMark }: DeviceMarks,
  now: number,
): Promise<{ cookieNew: boolean; placeNew: boolean }> {
  const { rows } = await insertMarks(db, { playerId, cookieMark, placeMark, now })
  const added = rows.map(({ mark }) => mark)
  for (const mark of added) {
    await deleteOldest(db, { playerId, mark, ofItsKind: kindOf(mark) })
  }
  if (added.length < 2) await updateMarks(db, { playerId, cookieMark, placeMark, now })
  return { cookieNew: added.includes(cookieMark), placeNew: added.includes(placeMark) }
}

type Seen = DeviceMarks & { playerId: string; now: number }

const insertMarks = compiledQuery((db, { playerId, cookieMark, placeMark, now }: Params<Seen>) => {
  const seen = { player_id: playerId, first_seen_at: now, last_seen_at: now }
  return db
    .insertInto('device')
    .values([
      { ...seen, mark: cookieMark },
      { ...seen, mark: placeMark },
    ])
    .onConflict((conflict) => conflict.columns(['player_id', 'mark']).doNothing())
    .returning('mark')
})

const updateMarks = compiledQuery(
  (db, { playerId, cookieMark, placeMark, now }: Params<Seen>) =>
    db
      .updateTable('device')
      .set({ last_seen_at: now })
      .where('player_id', '=', playerId)
      .where('mark', 'in', [cookieMark, placeMark])
      .where('last_seen_at', '!=', now), // not the one that was just added
)

const deleteOldest = compiledQuery(
  (db, { playerId, mark, ofItsKind }: Params<Device & { ofItsKind: string }>) =>
    db
      .deleteFrom('device')
      .where('player_id', '=', playerId)
      .where('mark', 'in', (eb) =>
        eb
          .selectFrom('device')
          .select('mark')
          .where('player_id', '=', playerId)
          .where('mark', 'like', ofItsKind)
          .where('mark', '!=', mark)
          .orderBy('last_seen_at', 'desc')
          .orderBy('mark')
          .limit(1000) // SQLite requires a limit for an offset
          .offset(DEVICES_KEPT - 1),
      ),
)

/** Forgets every device of a player, so that the next sign-in on any of them counts as new. */
export async function deleteDevices(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('device').where('player_id', '=', playerId).execute()
}

/** Forgets every device of a player except the one that a session began on. */
export async function deleteOtherDevices(
  db: Db,
  playerId: string,
  sessionId: string,
): Promise<void> {
  await db
    .deleteFrom('device')
    .where('player_id', '=', playerId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .where('session.id', '=', sessionId)
            .where((eb) =>
              eb.or([
                eb('session.cookie_mark', '=', eb.ref('device.mark')),
                eb('session.place_mark', '=', eb.ref('device.mark')),
              ]),
            ),
        ),
      ),
    )
    .execute()
}

/**
 * Forgets the device that a session began on. For sessions older than migration 008 that device is not
 * known, so every device of the player is forgotten.
 */
export async function deleteDeviceOf(db: Db, session: ClosedSession): Promise<void> {
  const marks = [session.cookieMark, session.placeMark].filter((mark) => mark !== null)
  await db
    .deleteFrom('device')
    .where('player_id', '=', session.playerId)
    .$if(marks.length > 0, (query) => query.where('mark', 'in', marks))
    .execute()
}

/** Forgets the devices of all players. */
export async function deleteEveryDevice(db: Db): Promise<void> {
  await db.deleteFrom('device').execute()
}

/** Forgets marks that were last seen before an instant; their cookies have expired. */
export async function deleteOldDevices(db: Db, before: number): Promise<void> {
  await db.deleteFrom('device').where('last_seen_at', '<', before).execute()
}
