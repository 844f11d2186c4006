import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoints, refusalsOf, statusOf } from '@portal/contract'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { BY_OWNER, playerWithTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from './launcher-server.ts'

sqliteTest(
  'if several refusals apply to a sign-in, the first by precedence is returned',
  async (site) => {
    const { totp } = await playerWithTwoFactor(site)
    const launcher = await openLauncher(site)
    const outcomes: Record<string, string> = {}
    const expected: Record<string, string> = {}

    for (const states of subsets(['unconfirmed', 'banned', 'change required'])) {
      await bring(site, states)
      for (const login of ['Steve', 'Nobody']) {
        for (const password of [PASSWORD, WRONG]) {
          for (const code of ['none', 'wrong', 'right']) {
            site.wait(30 * SECOND) // a code works only once
            const sent = { none: undefined, wrong: '000000', right: totp() }[code]
            const turn = [login, password, code, ...states].join(', ')
            outcomes[turn] = outcome(await launcher.authenticate(login, password, sent))
            expected[turn] = firstWrong({ login, password, code, states })
            await forgetMisses(site)
          }
        }
      }
    }

    assert.equal(Object.keys(outcomes).length, 96)
    assert.deepEqual(outcomes, expected)
  },
)

test('every refusal code of the launcher API has the status that the contract defines', () => {
  const rows = [
    endpoints.launcherPing,
    endpoints.launcherAuthenticate,
    endpoints.launcherUser,
    endpoints.launcherNews,
    endpoints.streamEvents,
  ]

  const statuses = rows.flatMap((row: Endpoint) =>
    refusalsOf(row).map((code) => [code, statusOf(row, code)]),
  )

  assert.deepEqual(Object.fromEntries(statuses), {
    'events.gone': 410,
    'auth.usernotfound': 404,
    'auth.wrongpassword': 401,
    'auth.require2fa': 401,
    'auth.wrong2fa': 401,
    'auth.usernotactivated': 403,
    'auth.userblocked': 403,
    'auth.passwordchangerequired': 403,
    'auth.consentrequired': 403,
    'auth.toomanyattempts': 429,
    'auth.invalidkey': 401,
    'auth.untrustedaddress': 403,
    'auth.forbidden': 403,
    'request.invalid': 400,
    'request.mediatype': 415,
    'request.toolarge': 413,
    internal: 500,
    overloaded: 503,
    unavailable: 503,
  })
})

sqliteTest('the refusal of a banned player contains only the reason for the ban', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const ban = { reason: 'Griefing "спавн"', expiresAt: site.now() + MINUTE }
  await banPlayer(site.app, BY_OWNER, steve.id, ban)

  const banned = await launcher.authenticate('Steve', PASSWORD)
  const guess = await launcher.authenticate('Steve', WRONG)
  site.wait(MINUTE)
  const over = await launcher.authenticate('Steve', PASSWORD)

  assert.deepEqual(
    [banned.status, banned.body],
    [403, { error: 'auth.userblocked', reason: 'Griefing "спавн"' }],
  )
  assert.deepEqual([guess.status, guess.body], [401, { error: 'auth.wrongpassword' }])
  assert.deepEqual([over.status, over.body.banned, over.body.banReason], [200, false, ''])
})

type Turn = { login: string; password: string; code: string; states: readonly string[] }

/** Returns the expected outcome, by the order of refusals in docs/launcher-protocols.md#launcher-servers-area-b. */
function firstWrong({ login, password, code, states }: Turn): string {
  if (login === 'Nobody') return '404 auth.usernotfound'
  if (password === WRONG) return '401 auth.wrongpassword'
  if (code === 'none') return '401 auth.require2fa'
  if (code === 'wrong') return '401 auth.wrong2fa'
  if (states.includes('unconfirmed')) return '403 auth.usernotactivated'
  if (states.includes('banned')) return '403 auth.userblocked'
  if (states.includes('change required')) return '403 auth.passwordchangerequired'
  return '200'
}

function subsets(words: readonly string[]): string[][] {
  const [first, ...rest] = words
  if (first === undefined) return [[]]
  return subsets(rest).flatMap((some) => [some, [first, ...some]])
}

/** Puts the only player into exactly these states. */
async function bring({ app, now }: Site, states: readonly string[]): Promise<void> {
  const { id } = await app.db.selectFrom('player').select('id').executeTakeFirstOrThrow()
  await app.db
    .updateTable('player')
    .set({
      activated_at: states.includes('unconfirmed') ? null : now(),
      password_change_required_at: states.includes('change required') ? now() : null,
    })
    .execute()
  await app.db.deleteFrom('ban').execute()
  if (states.includes('banned')) {
    await banPlayer(app, BY_OWNER, id, { reason: 'x', expiresAt: null })
  }
}

async function forgetMisses({ app }: Site): Promise<void> {
  await app.db.deleteFrom('login_miss').execute()
}
