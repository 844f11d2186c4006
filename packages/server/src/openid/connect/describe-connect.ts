import type { App } from '../../app.ts'
import { CONNECT_SCOPES, isConnectOn, LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import { CLAIMS_OF_SCOPES } from '../claims.ts'
import type { Context } from '../provider/library.ts'

const CONNECT_CLAIMS = Object.entries(CLAIMS_OF_SCOPES)
  .filter(([scope]) => CONNECT_SCOPES.includes(scope))
  .flatMap(([, claims]): string[] => [...claims])

/**
 * Returns middleware for the discovery documents: adds the client ID of launchers, and removes endpoints that are
 * turned off.
 */
export function describeConnect({ settings }: Pick<App, 'settings'>) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    await next()
    if (!ctx.path.startsWith('/.well-known/') || ctx.status !== 200) return
    const body = ctx.body as Discovery // the library's object, which this changes
    if (isConnectOn(await settings.read())) ctx.body = { ...body, shared_client_id: LAUNCHERS }
    else {
      ctx.body = {
        ...body,
        scopes_supported: without(body.scopes_supported, CONNECT_SCOPES),
        claims_supported: without(body.claims_supported, CONNECT_CLAIMS),
      }
    }
  }
}

type Discovery = { scopes_supported: string[]; claims_supported: string[] }

function without(list: readonly string[], excluded: readonly string[]): string[] {
  return list.filter((entry) => !excluded.includes(entry))
}
