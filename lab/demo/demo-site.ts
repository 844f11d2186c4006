import { openApp } from '../../packages/server/src/app.ts'
import type { HashCost } from '../../packages/server/src/credentials/password-hash/passwords.ts'
import { DAY, systemClock } from '../../packages/server/src/platform/clock.ts'
import { openLog } from '../../packages/server/src/platform/log.ts'
import { buildSite } from '../../packages/server/src/server.ts'
import type { Config } from '../../packages/server/src/settings/config.ts'
import { form } from '../../packages/server/test/profiles/textures/texture-requests.ts'
import {
  type Browser,
  bearer,
  openBrowser,
  type Reply,
} from '../../packages/server/test/support/browser.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A site whose clock is set by hand while it is filled. */
export type DemoSite = Awaited<ReturnType<typeof openDemoSite>>

export type Member = Awaited<ReturnType<DemoSite['register']>>

export async function openDemoSite(config: Config, hashCost?: HashCost) {
  const end = systemClock.now()
  let now = end
  const app = await openApp(config, {
    clock: { now: () => now },
    log: openLog('silent'),
    ...(hashCost && { hashCost }),
  })
  const server = await buildSite(app)
  let count = 0

  /** Whether the clock was set. After the first call of `at`, time only moves forward. */
  let isSet = false
  function at(daysAgo: number): void {
    const wanted = end - Math.round(daysAgo * DAY)
    now = isSet ? Math.max(now + 1000, wanted) : wanted
    isSet = true
  }

  function newBrowser(agent?: string): Browser {
    count += 1
    return openBrowser(server, { ip: `198.51.100.${count}`, ...(agent && { agent }) })
  }

  return {
    app,
    at,
    newBrowser,
    now: () => now,
    /** Registers a player from an address of their own. */
    async register(account: { username: string; password: string; ref?: string }, agent?: string) {
      const browser = newBrowser(agent)
      const email = `${account.username.toLowerCase()}@example.org`
      const { user } = await expectSuccess(browser.post('/auth/register', { ...account, email }))
      return member(browser, {
        id: String(user.uuid),
        username: account.username,
        password: account.password,
      })
    },
    member,
    async close() {
      await server.close()
      await app.close()
    },
  }
}

type Account = { id: string; username: string; password: string }

function member(browser: Browser, account: Account) {
  /** Returns a new access token for each call, because the clock moves beyond the lifetime of earlier ones. */
  async function token(): Promise<string> {
    const reply = await browser.refresh()
    if (reply.status === 200) return String(reply.body.accessToken)
    const { accessToken } = await expectSuccess(browser.logIn(account.username, account.password))
    return String(accessToken)
  }
  /** Re-authenticates with the password, because some calls require a recent re-authentication. */
  async function prove(headers: Record<string, string>): Promise<void> {
    await expectSuccess(browser.post('/auth/prove', { password: account.password }, headers))
  }
  return {
    ...account,
    browser,
    async send(method: Method, path: string, body?: object) {
      const headers = bearer(await token())
      const reply = await browser.send(method, path, body, headers)
      if (reply.body?.error !== 'auth.proofrequired') return successOf(reply, `${method} ${path}`)
      await prove(headers)
      return successOf(await browser.send(method, path, body, headers), `${method} ${path}`)
    },
    async upload(
      method: 'PUT' | 'POST',
      path: string,
      file: Buffer,
      fields: Record<string, string> = {},
    ) {
      const { body, headers } = form(file, fields)
      const reply = await browser.send(method, path, body, { ...headers, ...bearer(await token()) })
      return successOf(reply, `${method} ${path}`)
    },
  }
}

async function expectSuccess(reply: Promise<Reply>) {
  return successOf(await reply, 'a call')
}

function successOf(reply: Reply, call: string) {
  if (reply.status < 300) return reply.body
  throw new Error(`${call}: ${reply.status} ${JSON.stringify(reply.body)}`)
}
