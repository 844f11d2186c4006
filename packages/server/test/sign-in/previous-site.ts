import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { type Site, type SiteOptions, siteTest } from '../support/site.ts'
import { bodyOf, openStubServer } from '../support/stub-server.ts'
import { BY_OWNER } from './sign-in-surfaces.ts'

/** A player of the previous site, with the fields that it returns. */
export type Known = {
  password: string
  username?: string
  email?: string | null
  uuid?: string | null
}

/** The environment that allows a previous site on this machine. */
export const HERE = { ALLOW_PRIVATE_HOSTS: '127.0.0.1' }

/** Runs a test on sites that may connect to a previous site on this machine. */
export function previousSiteTest(
  name: string,
  run: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  siteTest(name, run, { ...options, env: { ...HERE, ...options.env } })
}

/** Opens a previous site with players by name in lower case, and sets `legacyUrl` to it. */
export async function openPreviousSite(site: Site, players: Record<string, Known>) {
  const asked: string[] = []
  let isDown = false
  const server = await openStubServer(async (request, response) => {
    const { login, password, ...rest } = JSON.parse(await bodyOf(request))
    asked.push([login, password, ...Object.keys(rest)].join(' '))
    if (isDown) return void response.writeHead(502).end('<h1>Bad Gateway</h1>')
    const known = players[String(login).toLowerCase()]
    const right = known?.password === password && known
    const { password: _, ...told } = right || { password: '' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(right ? { ok: true, username: login, ...told } : { ok: false }))
  })
  await changeSetting(site.app, BY_OWNER, { name: 'legacyUrl', text: `${server.url}/portal.php` })
  for (const { app } of site.instances) app.settings.invalidate()
  return {
    asked,
    url: server.url,
    fail: (fails: boolean) => {
      isDown = fails
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
