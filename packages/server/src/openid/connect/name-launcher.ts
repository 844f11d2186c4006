import type { App } from '../../app.ts'
import { isConnectOn, LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import type { Context } from '../provider/library.ts'
import { readForm } from '../provider/read-form.ts'

/**
 * Adds the client ID to refresh requests that lack it, such as those of FluentLauncher. This is safe, because the
 * client has no secret.
 */
export function nameLauncher({ settings }: Pick<App, 'settings'>) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    const { req } = ctx
    const isAnonymous = ctx.path === '/oidc/token' && req.headers.authorization === undefined
    if (!isAnonymous || !isConnectOn(await settings.read())) return next()
    const form = await readForm(ctx)
    if (!form) return next()
    const isRefresh = form.get('grant_type') === 'refresh_token'
    if (isRefresh && !form.has('client_id')) form.set('client_id', LAUNCHERS)
    req.body = form.toString()
    return next()
  }
}
