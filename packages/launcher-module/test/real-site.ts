import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { createKey } from '../../server/src/integrations/api-keys/create-key.ts'
import { bearer } from '../../server/test/support/browser.ts'
import type { Site } from '../../server/test/support/site.ts'
import { type HostOptions, openHost } from './host.ts'

export const BY_OWNER = { actor: 'command', ip: null }

/** Lets the real site listen. @returns its address. */
export function listen(site: Site): Promise<string> {
  return site.server.listen({ host: '127.0.0.1', port: 0 })
}

/** A key of the site that trusts this machine. */
export async function newKey(site: Site, addresses: string[] = ['127.0.0.1']) {
  const wanted = { name: 'Launcher', permissions: ['kernel.launcher.provider'] as const, addresses }
  return createKey(site.app, BY_OWNER, { ...wanted, permissions: [...wanted.permissions] })
}

/** A launcher server whose module is connected to the real site, with all four providers open. */
export async function openLauncherServer(
  site: Site,
  options: {
    module?: Record<string, unknown>
    access?: Record<string, unknown>
    news?: Record<string, unknown>
    host?: HostOptions
  } = {},
) {
  const url = await listen(site)
  const { key, secret } = await newKey(site)
  const settings = { url, apiKey: secret, ...options.module }
  const host = await openHost({ ...options.host, config: { portal: settings } })
  const { portal } = host
  const auth = await portal.open('auth')
  const skin = await portal.open('skin')
  const access = await portal.open('access', options.access)
  const news = await portal.open('news', options.news)

  return {
    url,
    key,
    portal,
    /** Signs in. @returns the answer, or the sentence that the player reads. */
    signIn: (username: string, password: string, code = '') =>
      portal
        .call('Authenticate', { handle: auth, username, password, two_factor_code: code })
        .catch((error: { details: string }) => error.details),
    textures: (player: { username?: string; uuid?: string }) =>
      portal.call('Textures', { handle: skin, ...player }),
    async allows(build: string, subject: { username?: string; uuid?: string }): Promise<boolean> {
      return (await portal.call('Allows', { handle: access, build, subject })).allowed
    },
    async newsItems() {
      return (await portal.call('NewsItems', { handle: news })).items
    },
    command: (...args: string[]) => portal.command('portal', ...args),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

export function change(
  site: Site,
  name: Parameters<typeof changeSetting>[2]['name'],
  text: string,
) {
  return changeSetting(site.app, BY_OWNER, { name, text })
}

export { bearer }
