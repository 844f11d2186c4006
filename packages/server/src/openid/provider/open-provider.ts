import type { App } from '../../app.ts'
import { newToken } from '../../platform/random.ts'
import { acceptLoopback } from '../connect/accept-loopback.ts'
import { describeConnect } from '../connect/describe-connect.ts'
import { endGrant } from '../connect/end-grant.ts'
import { issueGameTokens } from '../connect/issue-game-tokens.ts'
import { nameLauncher } from '../connect/name-launcher.ts'
import type { AdapterDeps } from '../storage/adapter.ts'
import { rowOfAccessToken } from '../tokens/access-token-jwt.ts'
import { acceptPosts, limitAuthorizations } from './authorization-requests.ts'
import { configurationOf } from './configuration.ts'
import { paceDevices } from './device-flow.ts'
import { endSessions } from './end-session.ts'
import { issueJwts } from './issue-jwts.ts'
import { loadLibrary, type Provider } from './library.ts'
import { acceptJwts, dropSessionCookie, recordUse } from './middleware.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { compareSecretHashes } from './secrets.ts'
import { useSiteSessions } from './site-sessions.ts'

export type ProviderDeps = Pick<
  App,
  'db' | 'clock' | 'random' | 'config' | 'settings' | 'keys' | 'log' | 'mailWorker' | 'events'
>

/** Loads the library and creates the provider, which takes about 0.2 s and 18 MiB. */
export async function openProvider(app: ProviderDeps, keys: ProviderKeys): Promise<Provider> {
  const library = await loadLibrary((message) => app.log.debug({ message }, 'openid library'))
  const adapter: AdapterDeps = {
    ...app,
    rowPrefix: `row:${newToken(app.random)}:`,
    rowOfJwt: (token) => rowOfAccessToken(app, token),
    invalidGrant: () => new library.errors.InvalidGrant('already used'),
    endGrant: (id) => endGrant(app, id),
  }
  const provider = new library.default(
    app.config.publicUrl,
    configurationOf(app, library, { adapter, keys }),
  )
  provider.proxy = true // safe, because mount-routes.ts replaces the headers that callers sent
  provider.on('server_error', (_, error) => logError(app, error))
  provider.on('error', (error) => logError(app, error))
  compareSecretHashes(provider, app)
  useSiteSessions(provider, app)
  issueJwts(provider, app)
  issueGameTokens(provider, library, app)
  acceptLoopback(provider)
  provider.use(limitAuthorizations(app))
  provider.use(acceptPosts())
  provider.use(dropSessionCookie())
  provider.use(acceptJwts(adapter))
  provider.use(nameLauncher(app))
  provider.use(recordUse(app))
  provider.use(endSessions(provider, app))
  provider.use(paceDevices(app))
  provider.use(describeConnect(app))
  return provider
}

function logError({ log }: Pick<App, 'log'>, error: Error): void {
  log.error({ err: error }, 'openid request failed')
}
