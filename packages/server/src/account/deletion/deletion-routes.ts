import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { isoOrNull } from '../../platform/clock.ts'
import { requireOwnPlayer, requirePlayer } from '../../players/require-player.ts'
import { clearSessionCookies } from '../../sessions/session-cookies.ts'
import { deletePlayer } from './delete-player.ts'
import { cancelDeletion, scheduleDeletion } from './schedule-deletion.ts'

export function deletionRoutes(app: App) {
  return {
    showDeletion: route(endpoints.showDeletion, async ({ identity }) => {
      const { deletesAt } = await requireOwnPlayer(app.db, identity.playerId)
      const { deletionDays: days, signInCancelsDeletion: signInCancels } = await app.settings.read()
      return { deletesAt: isoOrNull(deletesAt), days, signInCancels }
    }),

    askForDeletion: route(endpoints.askForDeletion, async ({ by, body, reply }) => {
      const deletesAt = await scheduleDeletion(app, by, body.username.trim())
      clearSessionCookies(app, reply)
      return { deletesAt: isoOrNull(deletesAt) }
    }),

    cancelDeletion: route(endpoints.cancelDeletion, async ({ by }) => {
      await cancelDeletion(app, by, by.actor)
      return null
    }),

    deletePlayer: route(endpoints.deletePlayer, async ({ params, body, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      const { username, reason } = body
      await deletePlayer(app, by, id, { username: username.trim(), reason: reason.trim() })
      return null
    }),
  }
}
