import { insertAudit } from '../../packages/server/src/audit/audit-store.ts'
import { findVersions, listPublished } from '../../packages/server/src/content/news/news-store.ts'
import { findTotp } from '../../packages/server/src/credentials/two-factor/two-factor-store.ts'
import type { Db } from '../../packages/server/src/database/database.ts'
import { findKeyByHash } from '../../packages/server/src/integrations/api-keys/api-key-store.ts'
import {
  findPlayerWithRows,
  listPermissionRows,
} from '../../packages/server/src/permissions/effective/effective-store.ts'
import { newId, newSortableId, systemRandom } from '../../packages/server/src/platform/random.ts'
import { findPlayerByLogin, lockPlayer } from '../../packages/server/src/players/player-store.ts'
import { isProfileHidden } from '../../packages/server/src/profiles/profile-store.ts'
import {
  deleteAttempts,
  findAttempts,
  findBothAttempts,
} from '../../packages/server/src/security/lockout/attempt-store.ts'
import { findCallingPlayerInSession } from '../../packages/server/src/sessions/caller-store.ts'
import {
  hasDevice,
  isFingerprintKnown,
  rememberDevice,
} from '../../packages/server/src/sessions/device-store.ts'
import {
  advanceCounter,
  findSession,
} from '../../packages/server/src/sessions/refresh/refresh-store.ts'
import {
  countSessions,
  insertSession,
  listSessions,
} from '../../packages/server/src/sessions/session-store.ts'
import { deviceAt, idAt, playerAt, sessionAt } from '../seed/seed-rows.ts'
import { KEY_HASH, type SeededSite } from './seeded-sites.ts'

/** A seeded player, with one of the player's three sessions and a known browser. */
export type CallerContext = {
  id: string
  name: string
  email: string
  sessionId: string
  mark: string
  place: string
  ip: string
}

export function callerAt(index: number, { players, now }: SeededSite): CallerContext {
  const scale = { players, now, passwordHash: '' }
  const [, name, , email] = playerAt(index, scale)
  const [sessionId, , , , ip] = sessionAt(index + players * (index % 3), scale)
  const [, mark] = deviceAt(index, scale)
  const [, place] = deviceAt(index + players, scale)
  return {
    id: idAt('player', index),
    name: String(name),
    email: String(email),
    sessionId: String(sessionId),
    mark: String(mark),
    place: String(place),
    ip: String(ip),
  }
}

export type HotStatement = {
  name: string
  ask(site: SeededSite, who: CallerContext): Promise<unknown>
  /** Reverts the writes, so that the site keeps its size. */
  undo?(site: SeededSite): Promise<unknown>
}

const CLIENT = { device: 'Launcher', agent: 'Launcher', ip: '10.0.0.1' }
const BENCH = 'bench'
const MONTH = 30 * 86_400_000

export const hotStatements: readonly HotStatement[] = [
  {
    name: 'me, launcher/user by uuid, authenticate',
    ask: ({ db, now }, { id }) => findPlayerWithRows(db, { id }, now),
  },
  {
    name: 'launcher/user by name, public profile',
    ask: ({ db, now }, { name }) => findPlayerWithRows(db, { username: name }, now),
  },
  { name: 'public profile: hidden', ask: ({ db }, { id }) => isProfileHidden(db, id) },
  {
    name: 'every change: the caller',
    ask: ({ db, now }, { id, sessionId }) =>
      findCallingPlayerInSession(db, { playerId: id, sessionId }, { now, minimumAge: 0 }),
  },
  {
    name: 'the panel: what the caller holds',
    ask: ({ db, now }, { id }) => listPermissionRows(db, id, now),
  },
  {
    name: 'sessions/me',
    ask: ({ db, now }, { id }) => listSessions(db, id, { now, limit: 101, after: undefined }),
  },
  { name: 'refresh: the session', ask: ({ db }, { sessionId }) => findSession(db, sessionId) },
  {
    name: 'refresh: the next token',
    ask: ({ db, now }, { sessionId }) =>
      advanceCounter(db, {
        sessionId,
        counter: 1,
        nextCounter: 1,
        replacements: [],
        client: CLIENT,
        now,
        expiresAt: now + MONTH,
      }),
  },
  { name: 'login: by name', ask: ({ db }, { name }) => findPlayerByLogin(db, name) },
  { name: 'login: by address', ask: ({ db }, { email }) => findPlayerByLogin(db, email) },
  { name: 'login: a known browser', ask: ({ db }, { id, mark }) => hasDevice(db, id, mark) },
  { name: 'login: both counts', ask: ({ db }, { id }) => findBothAttempts(db, countsOf(id)) },
  { name: 'login: misses', ask: ({ db }, { id }) => findAttempts(db, countsOf(id).password) },
  { name: 'login: second factor', ask: ({ db }, { id }) => findTotp(db, id) },
  { name: 'login: its transaction', ask: signIn, undo: forget },
  {
    name: 'authenticate: its transaction',
    ask: ({ db, now }, who) =>
      db.transaction().execute(async (tx) => {
        await deleteAttempts(tx, countsOf(who.id))
        await note(tx, who, now)
      }),
    undo: forget,
  },
  { name: 'launcher: API key', ask: ({ db, now }) => findKeyByHash(db, KEY_HASH, now) },
  { name: 'launcher/news', ask: ({ db, now }) => findVersions(db, { now: now + 1, limit: 20 }) },
  {
    name: 'launcher/news, changed',
    ask: ({ db, now }) => listPublished(db, { now: now + 1, limit: 20 }),
  },
]

/** The statements of a sign-in after the password check, from a known browser. */
function signIn({ db, now }: SeededSite, who: CallerContext): Promise<void> {
  const { id, mark, place } = who
  return db.transaction().execute(async (tx) => {
    const session = { ...CLIENT, id: newId(systemRandom), playerId: id, counter: 0, device: BENCH }
    const way = { signedInWith: 'password', secondFactor: null } as const
    const times = { createdAt: now, updatedAt: now, expiresAt: now + MONTH }
    await lockPlayer(tx, id)
    await deleteAttempts(tx, countsOf(id))
    await isFingerprintKnown(tx, mark)
    await insertSession(tx, { ...session, ...way, ...times, cookieMark: mark, placeMark: place })
    await countSessions(tx, id)
    await rememberDevice(tx, id, { cookieMark: mark, placeMark: place }, now)
    await note(tx, who, now)
  })
}

/** Inserts an audit entry that is newer than all entries of the site, so that `forget` finds and deletes it. */
function note(tx: Db, { id: player, ip }: CallerContext, now: number): Promise<void> {
  const at = now + 1
  const id = newSortableId(systemRandom, at)
  const whose = { actor: player, target: player, ip, before: null, after: null }
  return insertAudit(tx, { id, at, action: 'login.succeeded', ...whose })
}

async function forget({ db, now }: SeededSite): Promise<void> {
  const signedIn = db.selectFrom('audit').select('target').where('at', '>', now)
  await db
    .deleteFrom('session')
    .where('device', '=', BENCH)
    .where('player_id', 'in', signedIn.$castTo<{ target: string }>())
    .execute()
  await db.deleteFrom('audit').where('at', '>', now).execute()
}

function countsOf(id: string): { password: string; code: string } {
  return { password: `site:player:${id}`, code: `code:player:${id}` }
}
