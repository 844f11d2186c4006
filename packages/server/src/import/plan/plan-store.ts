import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { keyOf } from '../../players/player.ts'
import type { Outfit } from '../../profiles/textures/texture-store.ts'
import type { ImportedPlayer } from '../read/imported-player.ts'
import type { Scratch } from './staging-store.ts'
import type { JudgedRow } from './validate-row.ts'

/** What becomes of a row: it comes, its player is here already, or it is left out. */
export type State = 'coming' | 'present' | 'skipped'

/** `fault`: why a row is left out. `note`: what of it does not come. */
export type Remark = 'fault' | 'note'

export type Entry = {
  seq: number
  row: number | string
  /** The name in the source, and the one here. */
  name: string
  username: string
  nameKey: string
  email: string | null
  emailKey: string | null
  uuid: string | null
  /** Those of the source. */
  gameUuid: string | null
  premiumUuid: string | null
  seenAt: number | null
  playerId: string | null
  scheme: string | null
  /** What the password's hash is stored as, or begins with before the wrapped digest. */
  hashHead: string | null
  hashDigest: string | null
  stored: string | null
  storedBefore: string | null
  /** 1 where an update brings another second factor. */
  totpIsNew: number
  rest: Rest
}

/** What is only written, and needs no column. */
export type Rest = Omit<
  ImportedPlayer,
  'username' | 'uuid' | 'premiumUuid' | 'email' | 'password' | 'seenAt' | 'skin' | 'cape'
> & {
  /** Its textures are in the plan too (texture-store.ts). */
  outfit: Partial<Outfit>
}

const COLUMNS = `
  seq, row, name, username, name_key as nameKey, email, email_key as emailKey, uuid,
  game_uuid as gameUuid, premium_uuid as premiumUuid, seen_at as seenAt, player_id as playerId, scheme, hash_head as hashHead,
  hash_digest as hashDigest, stored, stored_before as storedBefore, totp_is_new as totpIsNew, rest
`
const AT_ONCE = 250
const LONGEST_REMARK = 10_000

/** Runs statements that belong together, many times as quickly as one by one. */
export function together(scratch: Scratch, work: () => void): void {
  scratch.db.exec('begin')
  work()
  scratch.db.exec('commit')
}

/** Adds a row; one with faults is left out. @returns its number in the plan. */
export function addEntry(scratch: Scratch, judged: JudgedRow, outfit: Partial<Outfit>): number {
  const { row, player, username, uuid, offlineUuid, hash, faults, notes } = judged
  const { username: name, uuid: gameUuid, premiumUuid, email, seenAt, ...others } = player
  const { password: _, skin: __, cape: ___, ...same } = others
  const rest: Rest = { ...same, outfit }
  const values = {
    row: JSON.stringify(row),
    name,
    username,
    name_key: keyOf(username),
    email: email ?? null,
    email_key: email === undefined ? null : keyOf(email),
    uuid: uuid ?? null,
    game_uuid: gameUuid ?? null,
    premium_uuid: premiumUuid ?? null,
    offline_uuid: offlineUuid,
    seen_at: seenAt ?? null,
    state: faults.length === 0 ? 'coming' : 'skipped',
    scheme: hash?.scheme ?? null,
    hash_head: hash?.text ?? null,
    hash_digest: hash?.digest ?? null,
    rest: JSON.stringify(rest),
  }
  const names = Object.keys(values)
  const marks = names.map(() => '?').join(', ')
  const { lastInsertRowid } = run(
    scratch,
    `insert into entry (${names.join(', ')}) values (${marks})`,
    Object.values(values),
  )
  const seq = Number(lastInsertRowid)
  for (const text of faults) addRemark(scratch, seq, 'fault', text)
  for (const text of notes) addRemark(scratch, seq, 'note', text)
  return seq
}

export function addRemark(scratch: Scratch, seq: number, kind: Remark, text: string): void {
  const values = [seq, kind, text.slice(0, LONGEST_REMARK)]
  run(scratch, 'insert into remark (seq, kind, text) values (?, ?, ?)', values)
}

/** Leaves a row out, and says why. */
export function skip(scratch: Scratch, seq: number, reason: string): void {
  run(scratch, `update entry set state = 'skipped' where seq = ?`, [seq])
  addRemark(scratch, seq, 'fault', reason)
}

/** The row's player is on this site: that account keeps its uuid. */
export function markPresent(scratch: Scratch, seq: number, playerId: string): void {
  const text = `update entry set state = 'present', player_id = ?, uuid = ? where seq = ?`
  run(scratch, text, [playerId, playerId, seq])
}

export function dropEmail(scratch: Scratch, seq: number, note: string): void {
  run(scratch, 'update entry set email = null, email_key = null where seq = ?', [seq])
  addRemark(scratch, seq, 'note', note)
}

/** Keeps what will be stored as the password's hash. `before` is the one that an update replaces. */
export function setStored(
  scratch: Scratch,
  seq: number,
  { stored, before = null }: { stored: string; before?: string | null },
): void {
  run(scratch, 'update entry set stored = ?, stored_before = ? where seq = ?', [
    stored,
    before,
    seq,
  ])
}

/** The source has something else for a player who is here than the last import wrote. */
export function markNew(scratch: Scratch, seq: number, { totp }: { totp: boolean }): void {
  run(scratch, 'update entry set is_new = 1, totp_is_new = ? where seq = ?', [totp ? 1 : 0, seq])
}

/** Reads the rows of a state in slices, in the order of the source. They may be changed meanwhile. */
export function* slicesOf(scratch: Scratch, state: State, where = 'true'): Iterable<Entry[]> {
  const statement = scratch.db.prepare(
    `select ${COLUMNS} from entry where seq > ? and state = ? and ${where}
     order by seq limit ${AT_ONCE}`,
  )
  for (let last = 0; ; ) {
    const slice = statement.all(last, state).map(toEntry)
    if (slice.length === 0) return
    yield slice
    last = slice.at(-1)?.seq ?? last
  }
}

/** Reads the rows that a condition of this folder's own names, in the order of the source. */
export function entriesWhere(
  scratch: Scratch,
  where: string,
  values: readonly SQLInputValue[],
): Entry[] {
  return prepared(scratch, `select ${COLUMNS} from entry where ${where} order by seq`)
    .all(...values)
    .map(toEntry)
}

/** Counts rows by a condition of this folder's own. */
export function countWhere(
  scratch: Scratch,
  where: string,
  values: readonly SQLInputValue[] = [],
): number {
  const row = prepared(scratch, `select count(*) as count from entry where ${where}`).get(...values)
  return Number(row?.count)
}

export function run(scratch: Scratch, text: string, values: readonly SQLInputValue[]) {
  return prepared(scratch, text).run(...values)
}

const kept = new WeakMap<Scratch, Map<string, StatementSync>>()

/** Prepares a statement once a plan. */
export function prepared(scratch: Scratch, text: string): StatementSync {
  const statements = kept.get(scratch) ?? new Map<string, StatementSync>()
  kept.set(scratch, statements)
  const statement = statements.get(text) ?? scratch.db.prepare(text)
  statements.set(text, statement)
  return statement
}

function toEntry(row: Record<string, SQLOutputValue>): Entry {
  // The columns are named above, and only this file writes the two that hold JSON.
  return { ...row, row: JSON.parse(String(row.row)), rest: JSON.parse(String(row.rest)) } as Entry
}
