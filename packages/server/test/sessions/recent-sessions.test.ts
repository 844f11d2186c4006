import assert from 'node:assert/strict'
import { bearer } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { auditsOf } from '../support/staff.ts'

// A process caches the sessions that it refreshed; the cache must never decide whether a token is accepted.

/** Refreshes at one of two instances. @returns the next token, or the error code */
async function refresh(site: Site, instance: number, token: string): Promise<string> {
  const { body } = await site.browser({ instance }).post('/auth/refresh', { refresh_token: token })
  return body.refreshToken ?? body.error
}

siteTest(
  'a token that another instance replaced counts as reused after 30 s',
  async (site) => {
    const steve = await site.player('Steve')
    const remembered = await refresh(site, 0, steve.refreshToken)
    const next = await refresh(site, 1, remembered)

    const early = await refresh(site, 0, remembered)
    site.wait(30_000)
    const late = await refresh(site, 0, remembered)
    const closed = await refresh(site, 1, next)

    assert.deepEqual(
      [early, late, closed],
      ['auth.tokenreplaced', 'auth.tokenreused', 'auth.sessionexpired'],
    )
  },
  { instances: 2 },
)

siteTest(
  'a session that another instance closed cannot be refreshed',
  async (site) => {
    const steve = await site.player('Steve')
    const remembered = await refresh(site, 0, steve.refreshToken)

    await site.browser({ instance: 1 }).post('/auth/logout', undefined, bearer(steve.accessToken))

    assert.equal(await refresh(site, 0, remembered), 'auth.sessionexpired')
  },
  { instances: 2 },
)

siteTest(
  'only one of thirty concurrent refreshes with one token at two instances succeeds',
  async (site) => {
    const steve = await site.player('Steve')
    const first = await refresh(site, 0, steve.refreshToken)
    const second = await refresh(site, 1, first)
    const third = await refresh(site, 0, second)

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => refresh(site, turn % 2, third)),
    )

    const lost = answers.filter((answer) => answer === 'auth.tokenreplaced')
    assert.equal(lost.length, 29)
  },
  { instances: 2 },
)

sqliteTest(
  'a token counts as reused 30 s after its own replacement, not after the latest one',
  async (site) => {
    const steve = await site.player('Steve')
    const second = await refresh(site, 0, steve.refreshToken)
    site.wait(20_000)
    const third = await refresh(site, 0, second)
    site.wait(9_999)

    const early = await refresh(site, 0, steve.refreshToken)
    const fourth = await refresh(site, 0, third)
    site.wait(1)
    const late = await refresh(site, 0, steve.refreshToken)

    assert.equal(early, 'auth.tokenreplaced')
    assert.equal(late, 'auth.tokenreused')
    assert.equal(await refresh(site, 0, fourth), 'auth.sessionexpired')
  },
)

siteTest(
  'a token newer than a restored backup ends its session without a theft notice',
  async (site) => {
    const steve = await site.player('Steve')
    const inBackup = await refresh(site, 0, steve.refreshToken)
    const { db } = site.app
    const session = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
    const newer = await refresh(site, 0, await refresh(site, 1, inBackup))
    const mailsBefore = (await site.mails()).length
    const { counter, replacements } = session
    await db.updateTable('session').set({ counter, replacements }).execute()

    const refused = await refresh(site, 0, newer)
    const replaced = await refresh(site, 1, inBackup)

    assert.deepEqual([refused, replaced], ['auth.sessionexpired', 'auth.sessionexpired'])
    assert.equal((await site.mails()).length, mailsBefore)
    assert.equal((await auditsOf(site, 'session.reused')).length, 0)
  },
  { instances: 2 },
)
