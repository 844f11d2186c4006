import type { App } from '../app.ts'
import { MINUTE } from '../platform/clock.ts'
import type { Identity } from '../players/identity.ts'
import { findProvedAt } from '../sessions/reauthentication-store.ts'

/** How long a proof counts (docs/contract.md#fresh-proof). */
const FRESH = 10 * MINUTE

/** Whether it was proved lately who is signed in; whoever has just signed in has proved it by that. */
export async function isFreshlyProven(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { sessionId }: Identity,
): Promise<boolean> {
  const provedAt = await findProvedAt(db, sessionId)
  return provedAt !== undefined && clock.now() - provedAt < FRESH
}
