import assert from 'node:assert/strict'
import { bearer } from '../browser.ts'
import { type Site, siteTest } from '../site.ts'

// A process remembers the sessions that it moved on; what it remembers must never decide.

/** Refreshes at one of two instances. @returns the next token, or why there is none. */
async function refresh(site: Site, instance: number, token: string): Promise<string> {
  const { body } = await site.browser({ instance }).post('/auth/refresh', { refresh_token: token })
  return body.refreshToken ?? body.error
}

siteTest(
  'a token that another process replaced is replaced here, and reused after 30 s',
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
  'a session that another process closed is over, however lately it was refreshed here',
  async (site) => {
    const steve = await site.player('Steve')
    const remembered = await refresh(site, 0, steve.refreshToken)

    await site.browser({ instance: 1 }).post('/auth/logout', undefined, bearer(steve.accessToken))

    assert.equal(await refresh(site, 0, remembered), 'auth.sessionexpired')
  },
  { instances: 2 },
)

siteTest(
  'of thirty refreshes with a token that both processes made, one wins',
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

siteTest('a token is reused 30 s after its own replacement, not after the last', async (site) => {
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
})
