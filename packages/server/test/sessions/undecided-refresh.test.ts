import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { RefreshOutcomes } from '../../src/sessions/refresh/refresh-outcomes.ts'
import { outcome, type Reply } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { makeLossy } from './lossy-connection.ts'

function present(site: Site, token: string, instance: number) {
  return site.browser({ instance }).post('/auth/refresh', { refresh_token: token })
}

siteTest(
  'a refresh lost with an instance’s database connection can be repeated at another instance',
  async (site) => {
    const steve = await site.player('Steve')
    const connection = makeLossy(site.app)
    connection.loseRefresh('breaks')

    const lost = await present(site, steve.refreshToken, 0)
    const here = await present(site, steve.refreshToken, 0)
    const there = await present(site, steve.refreshToken, 1)
    connection.restore()
    const later = await present(site, steve.refreshToken, 0)

    assert.deepEqual([lost, here, there, later].map(outcome), [
      '503 unavailable',
      '503 unavailable',
      '200',
      '200',
    ])
    assert.equal(later.body.refreshToken, there.body.refreshToken)
  },
  { instances: 2 },
)

siteTest(
  'a replaced token gets 503 while another instance may still send the new token',
  async (site) => {
    const steve = await site.player('Steve')
    const answerNow = makeLossy(site.app).holdRefresh()
    const held = present(site, steve.refreshToken, 0)
    await isReplaced(site)

    site.wait(31 * SECOND)
    const undecided = await Promise.all([0, 1].map((at) => present(site, steve.refreshToken, at)))
    answerNow()
    const renewed = await held
    const late = await present(site, steve.refreshToken, 1)

    for (const reply of undecided) {
      assert.deepEqual([outcome(reply), reply.headers['retry-after']], ['503 unavailable', '2'])
    }
    assert.deepEqual([renewed, late].map(outcome), ['200', '401 auth.tokenreused'])
  },
  { instances: 2 },
)

siteTest(
  'an instance does not count as dead when the whole machine stalls',
  async (site) => {
    const [here, there] = site.instances.map(({ app }) => app.refreshOutcomes)
    const step = await here?.begin()
    let now = performance.now()
    const standing = mock.method(performance, 'now', () => {
      now += 3 * SECOND // between two polls
      return now
    })
    const looked = there?.isLost(step?.id ?? '')

    await assert.rejects(looked ?? assert.fail(), { code: 'unavailable' }).finally(() => {
      standing.mock.restore()
    })

    step?.settle()
  },
  { instances: 2 },
)

siteTest(
  'a stopping instance leaves only the responses that it cuts off undecided',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    await present(site, steve.refreshToken, 0)
    const answerNow = makeLossy(site.app).holdRefresh()
    const held: Promise<Reply> = present(site, alex.refreshToken, 0)
    await isReplaced(site, 2)

    await site.app.refreshOutcomes.stop(MINUTE)
    const [ofSteve, ofAlex] = await Promise.all(
      [steve, alex].map(({ refreshToken }) => present(site, refreshToken, 1)),
    )
    answerNow()
    await held

    assert.deepEqual(
      [ofSteve, ofAlex].map((one) => one && outcome(one)),
      ['401 auth.tokenreplaced', '200'],
    )
    const left = await site.app.db.selectFrom('refresh_process').selectAll().execute()
    assert.deepEqual(left, [])
  },
  { instances: 2 },
)

sqliteTest(
  'a repeated refresh is refused if the session is closed while it waits',
  async (site) => {
    const steve = await site.player('Steve')
    const connection = makeLossy(site.app)
    connection.loseRefresh('breaks')
    await present(site, steve.refreshToken, 0)
    connection.restore()
    const { refreshOutcomes } = site.app
    const isLost = (step: string) => RefreshOutcomes.prototype.isLost.call(refreshOutcomes, step)
    site.app.refreshOutcomes.isLost = async (step) => {
      await site.app.db.deleteFrom('session').execute() // during the wait for the outcome
      return isLost(step)
    }

    const late = await present(site, steve.refreshToken, 0)

    assert.equal(outcome(late), '401 auth.sessionexpired')
  },
)

sqliteTest(
  'a repeated refresh is refused if the new token is used while it waits',
  async (site) => {
    const steve = await site.player('Steve')
    const connection = makeLossy(site.app)
    connection.loseRefresh('breaks')
    await present(site, steve.refreshToken, 0)
    connection.restore()
    const { refreshOutcomes } = site.app
    const isLost = (step: string) => RefreshOutcomes.prototype.isLost.call(refreshOutcomes, step)
    const successor = await present(site, steve.refreshToken, 0)
    site.app.refreshOutcomes.isLost = async (step) => {
      site.app.refreshOutcomes.isLost = isLost
      await present(site, successor.body.refreshToken, 0)
      return isLost(step)
    }

    const late = await present(site, steve.refreshToken, 0)

    assert.deepEqual([successor, late].map(outcome), ['200', '401 auth.tokenreplaced'])
  },
)

/** Waits until the token of this many sessions was replaced, whether or not the response arrived. */
async function isReplaced({ app }: Site, count = 1): Promise<void> {
  await waitUntil(async () => {
    const rows = await app.db.selectFrom('session').select('counter').execute()
    return rows.filter(({ counter }) => counter > 0).length === count
  })
}
