import assert from 'node:assert/strict'
import { HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { outcome, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { attackersOf, LOCKED_OUT } from './attackers.ts'

sqliteTest(
  'an eleventh browser of a player replaces the least recently seen browser',
  async (site) => {
    const steve = await site.player('Steve')
    const browsers = [steve.browser]
    for (let count = 1; count < 10; count += 1) {
      site.wait(MINUTE)
      browsers.push(await newBrowser(site, count))
    }
    site.wait(MINUTE)
    await steve.browser.logIn('Steve', PASSWORD) // the first browser is used again
    site.wait(MINUTE)
    browsers.push(await newBrowser(site, 10))
    await attackersOf(site).failToSignIn('Steve', 10)

    const replies = []
    for (const browser of browsers) replies.push(await browser.logIn('Steve', PASSWORD))

    const outcomes = replies.map(outcome)
    assert.deepEqual(outcomes, ['200', LOCKED_OUT, ...Array(9).fill('200')])
  },
)

sqliteTest(
  'an eleventh network of a player replaces the least recently seen network',
  async (site) => {
    await site.player('Steve', { agent: 'Launcher', ip: '198.51.0.7' })
    for (let count = 1; count <= 10; count += 1) {
      site.wait(SECOND)
      await launch(site, count)
    }
    const before = (await site.mails()).length

    for (let count = 10; count >= 1; count -= 1) await launch(site, count)
    const known = (await site.mails()).length
    site.wait(2 * HOUR) // until the address may get another mail of that kind
    await launch(site, 0)
    const forgotten = (await site.mails()).length

    assert.deepEqual([before, known, forgotten], [10, 10, 11])
  },
)

siteTest(
  'ten of twenty-four browsers that sign in concurrently stay known',
  async (site) => {
    await site.player('Steve')
    site.wait(SECOND)
    const browsers = Array.from({ length: 24 }, (_, count) =>
      site.browser({ agent: `Browser${count}`, ip: `198.51.${count}.7`, instance: count % 2 }),
    )

    const signedIn = await Promise.all(browsers.map(({ logIn }) => logIn('Steve', PASSWORD)))
    await attackersOf(site).failToSignIn('Steve', 10)
    const again = []
    for (const browser of browsers) again.push(await browser.logIn('Steve', PASSWORD))

    assert.deepEqual(tally(signedIn), { 200: 24 })
    assert.deepEqual(tally(again), { 200: 10, [LOCKED_OUT]: 14 })
    const kept = await site.app.db.selectFrom('device').select('mark').execute()
    const places = kept.filter(({ mark }) => mark.startsWith('place:'))
    assert.deepEqual([kept.length, places.length], [20, 10])
  },
  { instances: 2 },
)

async function newBrowser(site: Site, count: number) {
  const browser = site.browser({ ip: `198.51.${count}.7` })
  assert.equal((await browser.logIn('Steve', PASSWORD)).status, 200)
  return browser
}

/** Signs in as a program without cookies, from the network with this number. */
async function launch(site: Site, network: number): Promise<void> {
  const browser = site.browser({ agent: 'Launcher', ip: `198.51.${network}.8` })
  assert.equal((await browser.logIn('Steve', PASSWORD)).status, 200)
}
