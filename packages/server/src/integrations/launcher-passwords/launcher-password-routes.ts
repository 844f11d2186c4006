import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import {
  createLauncherPassword,
  revokeLauncherPassword,
  revokeLaunchers,
} from './change-launcher-password.ts'
import { toLauncherPasswordReply } from './launcher-password.ts'
import { listLauncherPasswords } from './launcher-password-store.ts'

export function launcherPasswordRoutes(app: App) {
  return {
    listLauncherPasswords: route(endpoints.listLauncherPasswords, async ({ identity }) => {
      const items = await listLauncherPasswords(app.db, identity.playerId)
      return { items: items.map(toLauncherPasswordReply) }
    }),

    createLauncherPassword: route(
      endpoints.createLauncherPassword,
      ({ by, identity, body, idempotent }) =>
        idempotent(
          app,
          (needs) =>
            createLauncherPassword(
              { ...needs, keys: app.keys, config: app.config },
              by,
              identity,
              body,
            ),
          ({ made, password }) => ({ id: made.id, name: made.name, password }),
        ),
    ),

    revokeLauncherPassword: route(endpoints.revokeLauncherPassword, async ({ by, params }) => {
      await revokeLauncherPassword(app, by, params.id)
      return null
    }),

    revokeLaunchers: route(endpoints.revokeLaunchers, async ({ by, params }) => {
      await revokeLaunchers(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  }
}
