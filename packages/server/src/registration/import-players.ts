import type { App } from '../app.ts'
import { COMMAND } from '../audit/actor.ts'
import { change } from '../change/change.ts'
import { wrapAuthMe } from '../password/hash/authme-hash.ts'
import { newToken } from '../platform/random.ts'
import type { Balance } from '../player/balance/balance-store.ts'
import { changeBalanceIn } from '../player/balance/change-balance.ts'
import { newPlayer } from '../player/new-player.ts'
import { keyOf } from '../player/player.ts'
import { offlinePlayerId } from '../player/player-id.ts'
import { insertPlayers, type NewPlayer } from '../player/player-store.ts'
import { type ImportedPlayer, type ImportRow, readImportRow } from './import-row.ts'
import { listTaken } from './import-store.ts'

/** A row of a file, and the number of its line. */
export type NumberedRow = { line: number; row: ImportRow }

/** The result of an import; each fault is a sentence about one line. */
export type ImportResult = { players: number; faults: string[] }

export type ImportOptions = {
  /** Leaves faulty rows out; otherwise one faulty row means that nobody is imported. */
  skipFaulty: boolean
  /** Checks the rows and imports nobody. */
  dryRun: boolean
  /** Gives a player without a uuid the one of an offline-mode game server instead of a new one. */
  offlineUuids: boolean
}

type Numbered = { line: number; player: ImportedPlayer }
type ReadyPlayer = NewPlayer & Balance

/** How many players one statement inserts: PostgreSQL takes at most 65,535 values. */
const AT_ONCE = 1_000
const HASHED_AT_ONCE = 16

/**
 * Imports the players of another site, all or none: one faulty row means that nobody is imported,
 * unless `skipFaulty` leaves such rows out. Players keep their passwords, which are hashed anew at
 * the next sign-in.
 *
 * @throws Refusal or a database error when somebody takes a name meanwhile; nobody is imported
 *   then.
 */
export async function importPlayers(
  app: App,
  rows: AsyncIterable<NumberedRow>,
  options: ImportOptions,
): Promise<ImportResult> {
  const read = await readRows(rows, options)
  const { players, faults } = await leaveOutTaken(app, read)
  if (options.dryRun) return { players: players.length, faults }
  if (faults.length > 0 && !options.skipFaulty) return { players: 0, faults }

  const ready = await preparePlayers(app, players)
  await change(app, COMMAND, async (work) => {
    for (let first = 0; first < ready.length; first += AT_ONCE) {
      await insertPlayers(work.tx, ready.slice(first, first + AT_ONCE))
    }
    for (const { id, realCents, virtualCents } of ready) {
      if (realCents === 0 && virtualCents === 0) continue
      const wanted = { realCents, virtualCents, reason: 'import' }
      await changeBalanceIn(work, app.random, id, wanted)
    }
    work.note('players.imported', null, { after: String(ready.length) })
  })
  return { players: ready.length, faults }
}

/** Reads the rows that are valid and share no name, address or uuid with an earlier row. */
async function readRows(
  rows: AsyncIterable<NumberedRow>,
  { offlineUuids }: ImportOptions,
): Promise<{ players: Numbered[]; faults: string[] }> {
  const players: Numbered[] = []
  const faults: string[] = []
  const seen = new Set<string>()
  for await (const { line, row } of rows) {
    const player = readImportRow(row)
    if (Array.isArray(player)) {
      faults.push(...player.map((fault) => `line ${line}: ${fault}`))
      continue
    }
    if (offlineUuids) player.id ??= offlinePlayerId(player.username)
    const repeated = identitiesIn(player, seen)
    faults.push(...repeated.map((name) => `line ${line}: ${name}: already in an earlier row`))
    if (repeated.length > 0) continue
    for (const key of Object.values(identitiesOf(player))) if (key) seen.add(key)
    players.push({ line, player })
  }
  return { players, faults }
}

/** Leaves out players who share a name, an address or a uuid with a player of this site. */
async function leaveOutTaken(
  app: App,
  { players, faults }: { players: readonly Numbered[]; faults: readonly string[] },
): Promise<{ players: Numbered[]; faults: string[] }> {
  const free: Numbered[] = []
  const all = [...faults]
  for (let first = 0; first < players.length; first += AT_ONCE) {
    const group = players.slice(first, first + AT_ONCE)
    const taken = await listTaken(
      app.db,
      group.map(({ player }) => player),
    )
    for (const numbered of group) {
      const names = identitiesIn(numbered.player, taken)
      all.push(...names.map((name) => `line ${numbered.line}: ${name}: already taken on this site`))
      if (names.length === 0) free.push(numbered)
    }
  }
  return { players: free, faults: all }
}

function identitiesIn(player: ImportedPlayer, keys: ReadonlySet<string>): string[] {
  return Object.entries(identitiesOf(player))
    .filter(([, key]) => key !== undefined && keys.has(key))
    .map(([name]) => name)
}

/**
 * Lists what identifies a player. A name has no `@` and no dash, so none can be mistaken for
 * another.
 */
function identitiesOf({ username, email, id }: ImportedPlayer) {
  return { username: keyOf(username), email: keyOf(email), uuid: id }
}

/** Makes the players ready to insert. One without a password gets one that nobody knows. */
async function preparePlayers(app: App, players: readonly Numbered[]): Promise<ReadyPlayer[]> {
  const { defaultLanguage } = await app.settings.read()
  const unknowable = await app.passwords.hash(newToken(app.random))
  const prepare = async ({ player: imported }: Numbered): Promise<ReadyPlayer> => {
    const { passwordHash = unknowable, locale = defaultLanguage } = imported
    const wrapped = await wrapAuthMe(passwordHash, app.passwords.hash)
    const given = { ...imported, passwordHash: wrapped ?? passwordHash, locale, superuser: false }
    const fresh = newPlayer(app, given)
    const { id = fresh.id, createdAt = fresh.createdAt, realCents, virtualCents } = imported
    return { ...fresh, id, createdAt, realCents, virtualCents, inviterId: null }
  }
  const ready: ReadyPlayer[] = []
  for (let first = 0; first < players.length; first += HASHED_AT_ONCE) {
    const group = players.slice(first, first + HASHED_AT_ONCE)
    ready.push(...(await Promise.all(group.map(prepare))))
  }
  return ready
}
