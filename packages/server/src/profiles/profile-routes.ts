import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { hideProfile } from './hide-profile.ts'
import { isProfileHidden } from './profile-store.ts'
import { showPublicProfile } from './public-profile.ts'

export function profileRoutes(app: App) {
  return {
    showPublicProfile: route(endpoints.showPublicProfile, ({ params }) =>
      showPublicProfile(app, params.username),
    ),

    showOwnVisibility: route(endpoints.showOwnVisibility, async ({ identity }) => ({
      hidden: await isProfileHidden(app.db, identity.playerId),
    })),

    changeOwnVisibility: route(endpoints.changeOwnVisibility, async ({ body, by }) => {
      await hideProfile(app, by, body.hidden)
      return null
    }),
  }
}
