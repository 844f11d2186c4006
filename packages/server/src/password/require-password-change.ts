import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { markPasswordChange } from '../player/player-store.ts'

/** Demands that a player change his password (contract, States). @param by who demands it. */
export async function requirePasswordChange(
  app: Pick<App, 'db' | 'clock' | 'random'>,
  playerId: string,
  by: { actor: string; ip: string | null },
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await markPasswordChange(tx, playerId, app.clock.now())
    const entry = { action: 'password.change-required', ...by, target: playerId } as const
    await insertAudit(tx, newAudit(app, entry))
  })
}
