import type { Db } from '../database/database.ts'

/** Removes a deleted player's names from stored events, with `redact`; the UUID stays. */
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
    .set({ answer: null }) // a receiver may repeat the name
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
