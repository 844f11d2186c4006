import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { auditEntries } from '../support/administrator.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { makeLossy } from './lossy-connection.ts'

/** Registers a player whose first refresh is executed by the first instance and answered with 503. */
async function playerWithLostRefresh(site: Site, name: string) {
  const player = await site.player(name)
  const connection = makeLossy(site.app)
  connection.loseRefresh('breaks')
  const reply = await present(site, player.refreshToken)
  connection.restore()
  assert.deepEqual([outcome(reply), reply.headers['retry-after']], ['503 unavailable', '5'])
  return player
}

/** Presents a refresh token at an instance. */
function present(site: Site, token: string, instance = 0) {
  return site.browser({ instance }).post('/auth/refresh', { refresh_token: token })
}

for (const instance of [0, 1]) {
  const where = instance === 0 ? 'at the same instance' : 'at the other instance'
  siteTest(
    `a refresh answered with 503 can be repeated for ten minutes ${where}`,
    async (site) => {
      const steve = await playerWithLostRefresh(site, 'Steve')
      const given: Reply[] = []

      for (const pause of [0, 31 * SECOND, 10 * MINUTE - 32 * SECOND, SECOND - 1]) {
        site.wait(pause)
        given.push(await present(site, steve.refreshToken, instance))
      }
      const successors = new Set(given.map(({ body }) => body.refreshToken))
      const [successor = ''] = successors
      const used = await present(site, successor, instance)

      assert.deepEqual(tally(given), { '200': 4 })
      assert.equal(successors.size, 1)
      assert.notEqual(successor, steve.refreshToken)
      assert.deepEqual([used.status, await auditEntries(site, 'session.reused')], [200, []])
      assert.deepEqual(await site.mails(), [])
    },
    { instances: 2 },
  )

  siteTest(
    `repeating a lost refresh after ten minutes closes the session ${where}`,
    async (site) => {
      const steve = await playerWithLostRefresh(site, 'Steve')

      site.wait(10 * MINUTE)
      const late = await present(site, steve.refreshToken, instance)

      assert.equal(outcome(late), '401 auth.tokenreused')
      assert.equal((await site.mails()).length, 1)
    },
    { instances: 2 },
  )
}

siteTest(
  'twenty concurrent repeats of a lost refresh at two instances get the same successor',
  async (site) => {
    const steve = await playerWithLostRefresh(site, 'Steve')

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => present(site, steve.refreshToken, turn % 2)),
    )

    assert.deepEqual(tally(replies), { '200': 20 })
    const successors = new Set(replies.map(({ body }) => body.refreshToken))
    assert.equal(successors.size, 1)
    const [successor = ''] = successors
    assert.equal((await present(site, successor, 1)).status, 200)
  },
  { instances: 2 },
)

siteTest(
  'a lost refresh cannot be repeated once its new token was used',
  async (site) => {
    const steve = await playerWithLostRefresh(site, 'Steve')
    const again = await present(site, steve.refreshToken)
    const connection = makeLossy(site.app)
    connection.loseRefresh('breaks')
    const used = await present(site, again.body.refreshToken)
    connection.restore()

    const early = await present(site, steve.refreshToken, 1)
    const next = await present(site, again.body.refreshToken, 1)
    site.wait(31 * SECOND)
    const late = await present(site, steve.refreshToken, 1)

    assert.deepEqual([used, early].map(outcome), ['503 unavailable', '401 auth.tokenreplaced'])
    assert.deepEqual([next, late].map(outcome), ['200', '401 auth.tokenreused'])
  },
  { instances: 2 },
)

/**
 * Tests that the session is closed if the player and a thief both repeat a lost refresh. The one named by `first` is
 * the first to use the new token.
 */
async function stolen(site: Site, first: 'owner' | 'thief'): Promise<void> {
  const steve = await playerWithLostRefresh(site, 'Steve')
  const own = await present(site, steve.refreshToken)
  const stolen = await present(site, steve.refreshToken, 1)

  const [one, other] = first === 'owner' ? [own, stolen] : [stolen, own]
  const next = await present(site, one.body.refreshToken)
  site.wait(5 * MINUTE)
  const second = await present(site, other.body.refreshToken, 1)
  const closed = await present(site, next.body.refreshToken)

  assert.equal(stolen.body.refreshToken, own.body.refreshToken)
  assert.deepEqual([next, second, closed].map(outcome), [
    '200',
    '401 auth.tokenreused',
    '401 auth.sessionexpired',
  ])
  assert.equal((await auditEntries(site, 'session.reused')).length, 1)
  assert.equal((await site.mails()).length, 1)
}

siteTest(
  'a thief who also repeats a lost refresh is detected if the player uses the successor first',
  (site) => stolen(site, 'owner'),
  { instances: 2 },
)

siteTest(
  'a thief who also repeats a lost refresh is detected if the thief uses the successor first',
  (site) => stolen(site, 'thief'),
  { instances: 2 },
)

siteTest(
  'after a delivered response, a repeated refresh does not get the new token',
  async (site) => {
    const steve = await site.player('Steve')
    const renewed = await present(site, steve.refreshToken)

    const early = [
      await present(site, steve.refreshToken),
      await present(site, steve.refreshToken, 1),
    ]
    site.wait(31 * SECOND)
    const late = await present(site, steve.refreshToken, 1)

    assert.equal(renewed.status, 200)
    assert.deepEqual(tally(early), { '401 auth.tokenreplaced': 2 })
    assert.equal(outcome(late), '401 auth.tokenreused')
  },
  { instances: 2 },
)

siteTest('a refresh succeeds although one result from the database is lost', async (site) => {
  const steve = await site.player('Steve')
  makeLossy(site.app).loseRefresh('recovers')

  const renewed = await present(site, steve.refreshToken)
  const next = await present(site, renewed.body.refreshToken)

  assert.deepEqual([renewed.status, next.status], [200, 200])
  const [{ counter = 0 } = {}] = await site.app.db.selectFrom('session').select('counter').execute()
  assert.equal(counter, 2)
})

sqliteTest('a session survives several lost refresh responses in a row', async (site) => {
  const steve = await site.player('Steve')
  const connection = makeLossy(site.app)
  let token = steve.refreshToken

  for (let turn = 0; turn < 5; turn += 1) {
    connection.loseRefresh('breaks')
    const refused = await present(site, token)
    connection.restore()
    const again = await present(site, token)
    assert.deepEqual([refused, again].map(outcome), ['503 unavailable', '200'])
    token = again.body.refreshToken
    site.wait(5 * MINUTE)
  }

  assert.deepEqual(await site.mails(), [])
})
