import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { bearer, outcome } from '../support/browser.ts'
import { networkFaultTest } from '../support/proxied-site.ts'
import { LONG_TIMEOUTS, PASSWORD } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

networkFaultTest(
  'connections to a read-only server are replaced once another accepts writes',
  async ({ site, proxy, database }) => {
    const steve = await site.player('Steve')
    const browser = site.browser()
    const ask = async () => [
      outcome(await browser.get('/health/ready')),
      outcome(await browser.post('/auth/refresh', { refresh_token: steve.refreshToken })),
      outcome(await site.browser().logIn('Steve', PASSWORD)),
      outcome(await browser.get('/auth/me', bearer(steve.accessToken))),
    ]

    await database.setReadOnly(true)
    await proxy.cut()
    await proxy.restore()
    const no = '503 unavailable'
    // Disconnections are noticed after a while.
    await waitUntil(async () => isDeepStrictEqual(await ask(), [no, no, no, '200']))
    await database.setReadOnly(false)
    const writing = await ask()

    assert.deepEqual(writing, ['200', '200', '200', '200'])
  },
  { timeScale: LONG_TIMEOUTS },
)
