import { editHolder } from '../access/edit-holder.ts'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import type { Player } from '../player/player.ts'
import { signOutEverywhere } from './close-sessions.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random'>

/**
 * Closes every session of a player and forgets every device.
 *
 * @throws Refusal `auth.forbidden` when the editor may not
 */
export async function closePlayerSessions(
  app: Needs,
  editor: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<void> {
  await editHolder(app, editor, { id, asks: 'panel.players.sessions' }, async ({ tx }) => {
    const count = await signOutEverywhere(tx, id)
    if (count === 0) return
    const trace = { ...editor, target: id, before: String(count) }
    await insertAudit(tx, newAudit(app, { action: 'sessions.closed', ...trace }))
  })
}
