import type { AuditAction } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { lookupKey } from '../../players/player.ts'
import { DELETED_WITH_PLAYER } from './erasure-policy.ts'

/** Actions whose audit entries contain former names and addresses of an account. */
const NAME_ACTIONS: readonly AuditAction[] = [
  'player.registered',
  'player.created',
  'player.moved-in',
  'player.activated',
  'player.username',
  'player.email',
  'site.set-up',
]

/**
 * Actions whose values contain no personal data. When a player is deleted, the values of all other entries about the
 * player are removed.
 */
const ANONYMOUS_ACTIONS: readonly AuditAction[] = [
  'player.balance',
  'player.roles',
  'player.permissions',
  'player.superuser',
  'grant.given',
  'grant.taken',
]

export type NameChange = { action: string; before: string | null; after: string | null }

export async function listNameChanges(db: Db, id: string): Promise<NameChange[]> {
  const nameChanges = await db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('target', '=', id)
    .where('action', 'in', NAME_ACTIONS)
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
    ...nameChanges,
    ...former.map(({ name }) => ({ action: 'player.username', before: name, after: null })),
    ...codes.map(({ address }) => ({ action: 'player.email', before: null, after: address })),
  ]
}

/**
 * Returns, in lower case, those of the addresses that no other player has now. Another player may have an address that
 * the deleted player had formerly or requested.
 */
export async function listOwnAddresses(
  db: Db,
  id: string,
  addresses: readonly string[],
): Promise<string[]> {
  const keys = addresses.map(lookupKey)
  if (keys.length === 0) return []
  const taken = await db
    .selectFrom('player')
    .select('email_key')
    .where('email_key', 'in', keys)
    .where('id', '<>', id)
    .execute()
  return keys.filter((key) => !taken.some((other) => other.email_key === key))
}

/** A mail that was written to a file (see mail/mail-transport.ts). */
export type MailFile = { id: string; kind: string; createdAt: number }

export async function listMailFiles(db: Db, addresses: readonly string[]): Promise<MailFile[]> {
  if (addresses.length === 0) return []
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at as createdAt'])
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', addresses))
    .where('kept_at', 'is not', null)
    .execute()
}

/**
 * Deletes the mails to these addresses, whether sent or not, and the requests for reset links. The addresses must be in
 * lower case.
 */
export async function deleteMailsTo(tx: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await tx
    .deleteFrom('outbox')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), 'in', addresses))
    .execute()
  await tx.deleteFrom('reset_request').where('email_key', 'in', addresses).execute()
}

export async function deletePlayerRows(tx: Db, id: string): Promise<void> {
  for (const table of DELETED_WITH_PLAYER)
    await tx.deleteFrom(table).where('player_id', '=', id).execute()
}

/**
 * Removes from the audit log all personal data of a player except the UUID: network addresses, and values that may
 * contain names or addresses.
 * @param addresses the player's e-mail addresses in their original case
 */
export async function anonymizeAudits(
  tx: Db,
  id: string,
  addresses: readonly string[],
): Promise<void> {
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
    .where('action', 'not in', ANONYMOUS_ACTIONS)
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

export async function eraseNamesFromPurchases(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('purchase_item')
    .set({ username: null, username_key: null })
    .where('player_id', '=', id)
    .execute()
}

/** Replaces the row of a player by a tombstone. Players whom this player invited no longer have an inviter. */
export async function replaceWithTombstone(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('player').set({ inviter_id: null }).where('inviter_id', '=', id).execute()
  await tx
    .insertInto('husk')
    .values({ id, deleted_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ deleted_at: now }))
    .execute()
  await tx.deleteFrom('player').where('id', '=', id).execute()
}
