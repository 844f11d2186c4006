import { endpoints, type RemovedAccess } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changePassword } from './change-password.ts'
import { judgePassword } from './judge-password.ts'
import { isAnythingRemoved } from './remove-access.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

export function passwordRoutes(app: App) {
  return {
    judgePassword: route(endpoints.judgePassword, async ({ body }) => {
      await judgePassword(app, body)
      return null
    }),

    requestReset: route(endpoints.requestReset, async ({ body, client }) => {
      await requestReset(app, body.email, client)
      return null
    }),

    resetPassword: route(endpoints.resetPassword, async ({ body, client }) => {
      const { hash: token, password, close = false } = body
      return replyOf(await resetPassword(app, { token, password, closeSessions: close }, client))
    }),

    changePassword: route(endpoints.changePassword, async ({ by, identity, body }) => {
      const { current, password, close = false } = body
      const given = { current, password, closeSessions: close }
      return replyOf(await changePassword(app, by, identity, given))
    }),
  }
}

function replyOf(removed: RemovedAccess): { removed: RemovedAccess } | null {
  return isAnythingRemoved(removed) ? { removed } : null
}
