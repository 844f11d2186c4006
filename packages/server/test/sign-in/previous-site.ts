import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { type Site, type SiteOptions, siteTest } from '../support/site.ts'
import { bodyOf, openOutsideServer } from '../support/stub-server.ts'
import { BY_OWNER } from './sign-in-surfaces.ts'

/** What the old site says of a player besides yes. */
export type Known = {
  password: string
  username?: string
  email?: string | null
  uuid?: string | null
}

/** What lets the site ask an old site on this machine. */
export const HERE = { ALLOW_PRIVATE_HOSTS: '127.0.0.1' }

/** Runs a test on sites that may ask an old site on this machine. */
export function oldSiteTest(
  name: string,
  story: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  siteTest(name, story, { ...options, env: { ...HERE, ...options.env } })
}

/** Opens an old site that knows players by their names in lower case, and makes the site ask it. */
export async function openOldSite(site: Site, players: Record<string, Known>) {
  const asked: string[] = []
  let isDown = false
  const server = await openOutsideServer(async (request, response) => {
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
  for (const { app } of site.instances) app.settings.forget()
  return {
    asked,
    url: server.url,
    fail: (fails: boolean) => {
      isDown = fails
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
