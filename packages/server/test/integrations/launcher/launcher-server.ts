import type { KernelPermission } from '@portal/contract'
import { createKey } from '../../../src/integrations/api-keys/create-key.ts'
import type { Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

type Settings = {
  permissions?: KernelPermission[]
  addresses?: string[]
  /** The launcher server's address, which its key trusts unless `addresses` is set. */
  ip?: string
  instance?: number
}

const BY_OWNER = { actor: 'command', ip: null }
/** All permissions that a key can have. */
export const BOTH: KernelPermission[] = [
  'kernel.launcher.provider',
  'kernel.provider',
  'kernel.connect',
]
export const LAUNCHER_IP = '198.51.100.7'

/** Opens a launcher server with its own key, at an address that the key trusts. */
export async function openLauncher(site: Site, settings: Settings = {}) {
  const { permissions = ['kernel.launcher.provider'], ip = LAUNCHER_IP, instance = 0 } = settings
  const wanted = { name: 'Launcher', permissions, addresses: settings.addresses ?? [ip] }
  const { key, secret } = await createKey(site.app, BY_OWNER, wanted)
  return { key, secret, ...launcherWith(site, secret, { ip, instance }) }
}

export type Launcher = Awaited<ReturnType<typeof openLauncher>>

/** Sends the requests of a launcher server with a key, from any address. */
export function launcherWith(
  site: Site,
  secret: string,
  { ip = LAUNCHER_IP, instance = 0 }: { ip?: string; instance?: number } = {},
) {
  const program = site.browser({ agent: 'LauncherServer/1.0', ip, instance })
  const headers = { authorization: `Api-Key ${secret}` }
  return {
    headers,
    ping: (): Promise<Reply> => program.get('/auth/launcher/ping', headers),
    authenticate: (login: string, password: string, totp?: string): Promise<Reply> =>
      program.post('/auth/launcher/authenticate', { login, password, totp }, headers),
    user: (query: Record<string, string>, more: Record<string, string> = {}): Promise<Reply> =>
      program.get(`/auth/launcher/user?${new URLSearchParams(query)}`, { ...headers, ...more }),
    news: (query: Record<string, string> = {}): Promise<Reply> =>
      program.get(`/auth/launcher/news?${new URLSearchParams(query)}`, headers),
    send: (
      method: 'GET' | 'HEAD' | 'POST' | 'PUT',
      path: string,
      payload?: object | string,
      more: Record<string, string> = {},
    ): Promise<Reply> =>
      program.send(method, `/auth/launcher/${path}`, payload, { ...headers, ...more }),
  }
}
