import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changeDiscord } from './change-discord.ts'
import { describeDiscord } from './describe-discord.ts'

export function discordRoutes(app: App) {
  return {
    showDiscord: route(endpoints.showDiscord, () => describeDiscord(app)),

    changeDiscord: route(endpoints.changeDiscord, async ({ by, body }) => {
      await changeDiscord(app, by, body)
      return describeDiscord(app)
    }),
  }
}
