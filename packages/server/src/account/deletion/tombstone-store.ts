import type { AuditAction } from '../../audit/audit.ts'
import type { Db } from '../../database/database.ts'
import { keyOf } from '../../players/player.ts'
import { GONE } from './erasure-policy.ts'

/** The audit entries of these actions have the names and addresses that an account had before. */
const RENAMES: readonly AuditAction[] = [
  'player.registered',
  'player.created',
  'player.moved-in',
  'player.activated',
  'player.username',
  'player.email',
  'site.set-up',
]

/** Values of these actions are amounts and what was given; those of all others about a deleted player go. */
const NAMELESS: readonly AuditAction[] = [
  'player.balance',
  'player.roles',
  'player.permissions',
  'player.superuser',
  'grant.given',
  'grant.taken',
]

/** What was written about a name or an address of a player. */
export type Rename = { action: string; before: string | null; after: string | null }

/** Lists what is written about the names and addresses that an account had, or was about to have. */
export async function listRenames(db: Db, id: string): Promise<Rename[]> {
  const renames = await db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('target', '=', id)
    .where('action', 'in', RENAMES)
    .execute()
  const codes = await db
    .selectFrom('email_code')
    .select('address')
    .where('player_id', '=', id)
    .execute()
  const former = await db
    .selectFrom('former_name')
    .select('name')
    .where('player_id', '=', id)
    .execute()
  return [
    ...renames,
    ...former.map(({ name }) => ({ action: 'player.username', before: name, after: null })),
    ...codes.map(({ address }) => ({ action: 'player.email', before: null, after: address })),
  ]
}

/**
 * Lists in lower case which of these addresses are nobody else's by now. A player may have had, or only have
 * asked for, an address that another one has.
 */
export async function listMailboxes(
  db: Db,
  id: string,
  addresses: readonly string[],
): Promise<string[]> {
  const keys = addresses.map(keyOf)
  if (keys.length === 0) return []
  const taken = await db
    .selectFrom('player')
    .select('email_key')
    .where('email_key', 'in', keys)
    .where('id', '<>', id)
    .execute()
  return keys.filter((key) => !taken.some((other) => other.email_key === key))
}

/** A mail that was kept as a file (see mail/mail-transport.ts). */
export type KeptMail = { id: string; kind: string; createdAt: number }

/** Lists the mails to these addresses that were kept as files. */
export async function listKeptMails(db: Db, addresses: readonly string[]): Promise<KeptMail[]> {
  if (addresses.length === 0) return []
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at as createdAt'])
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', addresses))
    .where('kept_at', 'is not', null)
    .execute()
}

/** Deletes the mails to these addresses, sent or not, and requests for them, all in lower case. */
export async function deleteMailsTo(tx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await tx
    .deleteFrom('outbox')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', addresses))
    .execute()
  await tx.deleteFrom('reset_request').where('email_key', 'in', addresses).execute()
}

/** Deletes the rows of a player that go with them. */
export async function deleteBelongings(tx: Db, id: string): Promise<void> {
  for (const table of GONE) await tx.deleteFrom(table).where('player_id', '=', id).execute()
}

/**
 * Leaves only a player's uuid in the audit: neither where they came from nor what could name them.
 *
 * @param addresses theirs, as they were written.
 */
export async function cleanAudits(tx: Db, id: string, addresses: readonly string[]): Promise<void> {
  await tx.updateTable('audit').set({ ip: null }).where('actor', '=', id).execute()
  await tx
    .updateTable('audit')
    .set({ ip: null })
    .where('target', '=', id)
    .where('actor', 'is', null)
    .execute()
  await tx
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('target', '=', id)
    .where('action', 'not in', NAMELESS)
    .execute()
  if (addresses.length === 0) return
  await tx
    .updateTable('audit')
    .set({ target: null })
    .where('target', 'in', addresses)
    .where('action', '=', 'mail.tested')
    .execute()
}

export async function listReasons(tx: Db, id: string): Promise<{ id: string; reason: string }[]> {
  return tx
    .selectFrom('balance_entry')
    .select(['id', 'reason'])
    .where('player_id', '=', id)
    .execute()
}

export async function updateReason(tx: Db, id: string, reason: string): Promise<void> {
  await tx.updateTable('balance_entry').set({ reason }).where('id', '=', id).execute()
}

/** Replaces the row of a player by a husk. Whom they invited stay, as invited by nobody. */
export async function replaceByHusk(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('player').set({ inviter_id: null }).where('inviter_id', '=', id).execute()
  await tx
    .insertInto('husk')
    .values({ id, deleted_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ deleted_at: now }))
    .execute()
  await tx.deleteFrom('player').where('id', '=', id).execute()
}
