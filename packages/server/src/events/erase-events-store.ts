import type { Db } from '../database/database.ts'

/**
 * Removes the names of a deleted player from stored events. The UUID remains.
 * @param redact replaces the names in a text
 */
export async function eraseNamesFromEvents(
  tx: Db,
  playerId: string,
  redact: (text: string) => string,
): Promise<void> {
  await tx.updateTable('event').set({ actor_name: null }).where('actor_id', '=', playerId).execute()
  await tx.updateTable('event').set({ username: null }).where('player_id', '=', playerId).execute()
  await tx
    .updateTable('event')
    .set({ data: JSON.stringify({ from: null, to: null }) })
    .where('player_id', '=', playerId)
    .where('type', '=', 'player.renamed')
    .execute()
  await tx
    .updateTable('webhook_delivery')
    .set({ answer: null }) // the stored response of the receiver may contain the name
    .where('order_key', '=', playerId)
    .execute()
  const withReasons = await tx
    .selectFrom('event')
    .select(['seq', 'data'])
    .where('player_id', '=', playerId)
    .where('type', 'in', ['player.banned', 'player.unbanned', 'player.balance_changed'])
    .execute()
  for (const { seq, data } of withReasons) {
    const { reason = '', ...rest }: { reason?: string } = JSON.parse(data)
    const redacted = JSON.stringify({ ...rest, reason: redact(reason) })
    await tx.updateTable('event').set({ data: redacted }).where('seq', '=', seq).execute()
  }
}
