import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { bearer, outcome } from '../support/browser.ts'
import { wireTest } from '../support/proxied-site.ts'
import { PASSWORD } from '../support/site.ts'
import { until } from '../support/wait-until.ts'

wireTest(
  'connections to a server that only reads are not kept once another takes writes',
  async ({ site, wire, database }) => {
    const steve = await site.player('Steve')
    const browser = site.browser()
    const ask = async () => [
      outcome(await browser.get('/health/ready')),
      outcome(await browser.post('/auth/refresh', { refresh_token: steve.refreshToken })),
      outcome(await site.browser().logIn('Steve', PASSWORD)),
      outcome(await browser.get('/auth/me', bearer(steve.accessToken))),
    ]

    await database.setReadOnly(true)
    await wire.cut()
    await wire.mend()
    const no = '503 unavailable'
    // Connections that were cut are noticed by and by.
    await until(async () => isDeepStrictEqual(await ask(), [no, no, no, '200']))
    await database.setReadOnly(false)
    const writing = await ask()

    assert.deepEqual(writing, ['200', '200', '200', '200'])
  },
)
