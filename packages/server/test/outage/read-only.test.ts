import assert from 'node:assert/strict'
import { bearer, outcome } from '../browser.ts'
import { PASSWORD } from '../site.ts'
import { until } from '../until.ts'
import { wireTest } from '../wired-site.ts'

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
    await until(
      async () => (await browser.get('/auth/me', bearer(steve.accessToken))).status === 200,
    )
    const reading = await ask()
    await database.setReadOnly(false)
    const writing = await ask()

    const no = '503 unavailable'
    assert.deepEqual(reading, [no, no, no, '200'])
    assert.deepEqual(writing, ['200', '200', '200', '200'])
  },
)
