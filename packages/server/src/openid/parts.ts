import type { App } from '../app.ts'
import { isConnectOn } from '../integrations/yggdrasil/connect.ts'
import { ttlCache } from '../platform/cache/ttl-cache.ts'
import { SECOND } from '../platform/clock.ts'
import { hasClients } from './clients/client-store.ts'
import { startLogoutWorker } from './logout/logout-worker.ts'
import type { Provider } from './provider/library.ts'
import { openProvider, type ProviderDeps } from './provider/open-provider.ts'
import { hasSameKeys, type ProviderKeys, readProviderKeys } from './provider/provider-keys.ts'

export type OpenIdParts = {
  openid: {
    /**
     * Returns the provider, which is loaded at the first call. Returns undefined, and loads nothing, while the site has
     * neither a client nor Yggdrasil Connect.
     */
    provider(): Promise<Provider | undefined>
    stop(): void
  }
}

/** How long a process remembers that there is no client. */
const ABSENCE_TTL = 2 * SECOND

export function openOpenId(app: ProviderDeps & Pick<App, 'timeScale'>): OpenIdParts {
  let stopWorker: (() => void) | undefined
  let opened: { keys: ProviderKeys; provider: Promise<Provider> } | undefined
  const isOn = ttlCache(
    app.clock,
    ABSENCE_TTL,
    async () => (await hasClients(app.db)) || isConnectOn(await app.settings.read()),
  )
  const openid: OpenIdParts['openid'] = {
    async provider() {
      if (!opened && !(await isOn.read())) return undefined
      const keys = await readProviderKeys(app)
      if (!opened || !hasSameKeys(opened.keys, keys)) {
        const opening = { keys, provider: openProvider(app, keys) }
        opened = opening
        opening.provider.catch(() => {
          if (opened === opening) opened = undefined // on failure, the next request tries again
        })
      }
      stopWorker ??= startLogoutWorker({ ...app, openid })
      return opened.provider
    },
    stop: () => stopWorker?.(),
  }
  return { openid }
}
