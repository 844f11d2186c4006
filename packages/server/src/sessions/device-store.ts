import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import { type DeviceFingerprints, MAX_KNOWN_DEVICES } from './device.ts'
import type { ClosedSession } from './session-store.ts'

type DeviceKey = { playerId: string; mark: string }

export async function hasDevice(db: Db, playerId: string, mark: string): Promise<boolean> {
  return (await selectDevice(db, { playerId, mark })).rows.length > 0
}

const selectDevice = compiledQuery((db, { playerId, mark }: Params<DeviceKey>) =>
  db.selectFrom('device').select('mark').where('player_id', '=', playerId).where('mark', '=', mark),
)

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
 * Stores a fingerprint of a player. Ten fingerprints of each kind are kept: a new one replaces the least recently seen.
 */
export async function rememberFingerprint(db: Db, playerId: string, mark: string, now: number) {
  await upsertFingerprint(db, { playerId, mark, now })
  await deleteOldestDevices(db, { playerId, mark, pattern: fingerprintPattern(mark) })
}

const upsertFingerprint = compiledQuery(
  (db, { playerId, mark, now }: Params<DeviceKey & { now: number }>) =>
    db
      .insertInto('device')
      .values({ player_id: playerId, mark, first_seen_at: now, last_seen_at: now })
      .onConflict((conflict) =>
        conflict.columns(['player_id', 'mark']).doUpdateSet({ last_seen_at: now }),
      ),
)

function fingerprintPattern(mark: string): string {
  return mark.replace(/:.*/s, ':%')
}

export async function isFingerprintKnown(db: Db, mark: string): Promise<boolean> {
  return (await selectFingerprint(db, { mark })).rows.length > 0
}

const selectFingerprint = compiledQuery((db, { mark }: Params<{ mark: string }>) =>
  db.selectFrom('device').select('mark').where('mark', '=', mark).limit(1),
)

/**
 * Stores the two fingerprints of a device. Ten fingerprints of each kind are kept: a new one replaces the least
 * recently seen.
 * @returns for each fingerprint, whether it was new. Only one of several concurrent calls with a fingerprint gets
 * true.
 */
export async function rememberDevice(
  db: Db,
  playerId: string,
  { cookieMark, placeMark }: DeviceFingerprints,
  now: number,
): Promise<{ cookieNew: boolean; placeNew: boolean }> {
  const { rows } = await insertFingerprints(db, { playerId, cookieMark, placeMark, now })
  const added = rows.map(({ mark }) => mark)
  for (const mark of added) {
    await deleteOldestDevices(db, { playerId, mark, pattern: fingerprintPattern(mark) })
  }
  if (added.length < 2) await updateFingerprints(db, { playerId, cookieMark, placeMark, now })
  return { cookieNew: added.includes(cookieMark), placeNew: added.includes(placeMark) }
}

type SeenDevice = DeviceFingerprints & { playerId: string; now: number }

const insertFingerprints = compiledQuery(
  (db, { playerId, cookieMark, placeMark, now }: Params<SeenDevice>) => {
    const seen = { player_id: playerId, first_seen_at: now, last_seen_at: now }
    return db
      .insertInto('device')
      .values([
        { ...seen, mark: cookieMark },
        { ...seen, mark: placeMark },
      ])
      .onConflict((conflict) => conflict.columns(['player_id', 'mark']).doNothing())
      .returning('mark')
  },
)

const updateFingerprints = compiledQuery(
  (db, { playerId, cookieMark, placeMark, now }: Params<SeenDevice>) =>
    db
      .updateTable('device')
      .set({ last_seen_at: now })
      .where('player_id', '=', playerId)
      .where('mark', 'in', [cookieMark, placeMark])
      .where('last_seen_at', '!=', now), // the fingerprint that was just inserted has this time already
)

const deleteOldestDevices = compiledQuery(
  (db, { playerId, mark, pattern }: Params<DeviceKey & { pattern: string }>) =>
    db
      .deleteFrom('device')
      .where('player_id', '=', playerId)
      .where('mark', 'in', (eb) =>
        eb
          .selectFrom('device')
          .select('mark')
          .where('player_id', '=', playerId)
          .where('mark', 'like', pattern)
          .where('mark', '!=', mark)
          .orderBy('last_seen_at', 'desc')
          .orderBy('mark')
          .limit(1000) // SQLite allows an offset only with a limit
          .offset(MAX_KNOWN_DEVICES - 1),
      ),
)

export async function deleteDevices(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('device').where('player_id', '=', playerId).execute()
}

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
 * Deletes the device of a closed session. A session from before migration 008 has no device: then deletes all devices
 * of the player.
 */
export async function deleteDeviceOf(db: Db, session: ClosedSession): Promise<void> {
  const marks = [session.cookieMark, session.placeMark].filter((mark) => mark !== null)
  await db
    .deleteFrom('device')
    .where('player_id', '=', session.playerId)
    .$if(marks.length > 0, (query) => query.where('mark', 'in', marks))
    .execute()
}

export async function deleteEveryDevice(db: Db): Promise<void> {
  await db.deleteFrom('device').execute()
}

export async function deleteExpiredDevices(db: Db, before: number): Promise<void> {
  await db.deleteFrom('device').where('last_seen_at', '<', before).execute()
}
