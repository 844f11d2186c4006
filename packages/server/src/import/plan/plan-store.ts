import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { ImportMessage } from '@portal/contract'
import { lookupKey } from '../../players/player.ts'
import type { Appearance } from '../../profiles/textures/texture-store.ts'
import type { ImportedPlayer } from '../read/imported-player.ts'
import type { StagingDatabase } from './staging-store.ts'
import type { ValidatedRow } from './validate-row.ts'

/** `coming`: the row will be imported. `present`: its player exists on this site. `skipped`: the row has a fault. */
export type EntryState = 'coming' | 'present' | 'skipped'

/** `fault`: why a row is skipped. `note`: which part of a row is not imported. */
export type RemarkKind = 'fault' | 'note'

export type Entry = {
  seq: number
  row: number | string
  name: string
  username: string
  nameKey: string
  email: string | null
  emailKey: string | null
  uuid: string | null
  /** `gameUuid` and `premiumUuid` are the UUIDs in the source; `uuid` is the one that the player gets. */
  gameUuid: string | null
  premiumUuid: string | null
  seenAt: number | null
  playerId: string | null
  scheme: string | null
  /**
   * The password hash to store. If there is a `hashDigest`, only the beginning of the hash to store: the argon2id hash
   * of `hashDigest` still has to be appended.
   */
  hashHead: string | null
  hashDigest: string | null
  stored: string | null
  storedBefore: string | null
  /** 1 if an update changes the 2FA secret, otherwise 0. */
  totpIsNew: number
  rest: Rest
}

export type Rest = Omit<
  ImportedPlayer,
  'username' | 'uuid' | 'premiumUuid' | 'email' | 'password' | 'seenAt' | 'skin' | 'cape'
> & {
  appearance: Partial<Appearance>
}

const COLUMNS = `
  seq, row, name, username, name_key as nameKey, email, email_key as emailKey, uuid,
  game_uuid as gameUuid, premium_uuid as premiumUuid, seen_at as seenAt, player_id as playerId, scheme, hash_head as hashHead,
  hash_digest as hashDigest, stored, stored_before as storedBefore, totp_is_new as totpIsNew, rest
`
const BATCH_SIZE = 250

export function inTransaction(staging: StagingDatabase, work: () => void): void {
  staging.db.exec('begin')
  work()
  staging.db.exec('commit')
}

/**
 * Adds a row. A row with faults is added as skipped.
 * @returns the number of the row in the plan
 */
export function addEntry(
  staging: StagingDatabase,
  validated: ValidatedRow,
  appearance: Partial<Appearance>,
): number {
  const { row, player, username, uuid, offlineUuid, hash, faults, notes } = validated
  const { username: name, uuid: gameUuid, premiumUuid, email, seenAt, ...others } = player
  const { password: _, skin: __, cape: ___, ...same } = others
  const rest: Rest = { ...same, appearance }
  const values = {
    row: JSON.stringify(row),
    name,
    username,
    name_key: lookupKey(username),
    email: email ?? null,
    email_key: email === undefined ? null : lookupKey(email),
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
  const placeholders = names.map(() => '?').join(', ')
  const { lastInsertRowid } = run(
    staging,
    `insert into entry (${names.join(', ')}) values (${placeholders})`,
    Object.values(values),
  )
  const seq = Number(lastInsertRowid)
  for (const fault of faults) addRemark(staging, seq, 'fault', fault)
  for (const note of notes) addRemark(staging, seq, 'note', note)
  return seq
}

export function addRemark(
  staging: StagingDatabase,
  seq: number,
  kind: RemarkKind,
  { code, data }: ImportMessage,
): void {
  const values = [seq, kind, code, JSON.stringify(data)]
  run(staging, 'insert into remark (seq, kind, code, data) values (?, ?, ?, ?)', values)
}

export function skip(staging: StagingDatabase, seq: number, reason: ImportMessage): void {
  run(staging, `update entry set state = 'skipped' where seq = ?`, [seq])
  addRemark(staging, seq, 'fault', reason)
}

export function markExisting(staging: StagingDatabase, seq: number, playerId: string): void {
  const text = `update entry set state = 'present', player_id = ?, uuid = ? where seq = ?`
  run(staging, text, [playerId, playerId, seq])
}

export function dropEmail(staging: StagingDatabase, seq: number, note: ImportMessage): void {
  run(staging, 'update entry set email = null, email_key = null where seq = ?', [seq])
  addRemark(staging, seq, 'note', note)
}

/** Stores the final password hash of a row. `before` is the hash on this site that an update replaces. */
export function setStored(
  staging: StagingDatabase,
  seq: number,
  { stored, before = null }: { stored: string; before?: string | null },
): void {
  run(staging, 'update entry set stored = ?, stored_before = ? where seq = ?', [
    stored,
    before,
    seq,
  ])
}

export function markChanged(
  staging: StagingDatabase,
  seq: number,
  { totp }: { totp: boolean },
): void {
  run(staging, 'update entry set is_new = 1, totp_is_new = ? where seq = ?', [totp ? 1 : 0, seq])
}

/**
 * Yields the rows with a state in batches, in the order of the source. The caller may change rows between two batches.
 */
export function* streamEntries(
  staging: StagingDatabase,
  state: EntryState,
  where = 'true',
): Iterable<Entry[]> {
  const statement = staging.db.prepare(
    `select ${COLUMNS} from entry where seq > ? and state = ? and ${where}
     order by seq limit ${BATCH_SIZE}`,
  )
  for (let last = 0; ; ) {
    const batch = statement.all(last, state).map(toEntry)
    if (batch.length === 0) return
    yield batch
    last = batch.at(-1)?.seq ?? last
  }
}

export function entriesWhere(
  staging: StagingDatabase,
  where: string,
  values: readonly SQLInputValue[],
): Entry[] {
  return prepared(staging, `select ${COLUMNS} from entry where ${where} order by seq`)
    .all(...values)
    .map(toEntry)
}

export function countWhere(
  staging: StagingDatabase,
  where: string,
  values: readonly SQLInputValue[] = [],
): number {
  const row = prepared(staging, `select count(*) as count from entry where ${where}`).get(...values)
  return Number(row?.count)
}

export function run(staging: StagingDatabase, text: string, values: readonly SQLInputValue[]) {
  return prepared(staging, text).run(...values)
}

const statementCache = new WeakMap<StagingDatabase, Map<string, StatementSync>>()

export function prepared(staging: StagingDatabase, text: string): StatementSync {
  const statements = statementCache.get(staging) ?? new Map<string, StatementSync>()
  statementCache.set(staging, statements)
  const statement = statements.get(text) ?? staging.db.prepare(text)
  statements.set(text, statement)
  return statement
}

function toEntry(row: Record<string, SQLOutputValue>): Entry {
  // COLUMNS lists the fields of Entry, and only addEntry writes the two JSON columns
  return { ...row, row: JSON.parse(String(row.row)), rest: JSON.parse(String(row.rest)) } as Entry
}
