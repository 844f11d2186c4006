import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { SECOND } from '../../src/platform/clock.ts'
import { RefreshSteps } from '../../src/sessions/refresh/refresh-outcomes.ts'
import { outcome, type Reply } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { until } from '../support/wait-until.ts'
import { weaken } from './weak-wire.ts'

function present(site: Site, token: string, instance: number) {
  return site.browser({ instance }).post('/auth/refresh', { refresh_token: token })
}

siteTest(
  'what an instance replaced before it lost the database the other gives again',
  async (site) => {
    const steve = await site.player('Steve')
    const wire = weaken(site.app)
    wire.loseRefresh('breaks')

    const lost = await present(site, steve.refreshToken, 0)
    const here = await present(site, steve.refreshToken, 0)
    const there = await present(site, steve.refreshToken, 1)
    wire.mend()
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
  'while an instance may still answer, nobody is told that their token is old',
  async (site) => {
    const steve = await site.player('Steve')
    const answerNow = weaken(site.app).holdRefresh()
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
  'a machine that stood still for a moment takes no instance for dead',
  async (site) => {
    const [here, there] = site.instances.map(({ app }) => app.steps)
    const step = await here?.begin()
    let now = performance.now()
    const standing = mock.method(performance, 'now', () => {
      now += 3 * SECOND // between one look and the next
      return now
    })
    const looked = there?.isLost(step?.id ?? '')

    await assert.rejects(looked ?? assert.fail(), { code: 'unavailable' }).finally(() => {
      standing.mock.restore()
    })

    step?.end()
  },
  { instances: 2 },
)

siteTest(
  'an instance that stops leaves nothing in doubt but the answers that it cuts off',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    await present(site, steve.refreshToken, 0)
    const answerNow = weaken(site.app).holdRefresh()
    const held: Promise<Reply> = present(site, alex.refreshToken, 0)
    await isReplaced(site, 2)

    await site.app.steps.stop(5 * SECOND)
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

siteTest('who looks for a lost answer gets nothing of a session that was closed', async (site) => {
  const steve = await site.player('Steve')
  const wire = weaken(site.app)
  wire.loseRefresh('breaks')
  await present(site, steve.refreshToken, 0)
  wire.mend()
  const { steps } = site.app
  const isLost = (step: string) => RefreshSteps.prototype.isLost.call(steps, step)
  site.app.steps.isLost = async (step) => {
    await site.app.db.deleteFrom('session').execute() // while it is looked for, which may take seconds
    return isLost(step)
  }

  const late = await present(site, steve.refreshToken, 0)

  assert.equal(outcome(late), '401 auth.sessionexpired')
})

siteTest('who looks for a lost answer is not given what was used meanwhile', async (site) => {
  const steve = await site.player('Steve')
  const wire = weaken(site.app)
  wire.loseRefresh('breaks')
  await present(site, steve.refreshToken, 0)
  wire.mend()
  const { steps } = site.app
  const isLost = (step: string) => RefreshSteps.prototype.isLost.call(steps, step)
  const successor = await present(site, steve.refreshToken, 0)
  site.app.steps.isLost = async (step) => {
    site.app.steps.isLost = isLost
    await present(site, successor.body.refreshToken, 0)
    return isLost(step)
  }

  const late = await present(site, steve.refreshToken, 0)

  assert.deepEqual([successor, late].map(outcome), ['200', '401 auth.tokenreplaced'])
})

/** Waits until so many sessions have had a token replaced, whether their owners know it or not. */
async function isReplaced({ app }: Site, count = 1): Promise<void> {
  await until(async () => {
    const rows = await app.db.selectFrom('session').select('counter').execute()
    return rows.filter(({ counter }) => counter > 0).length === count
  })
}
