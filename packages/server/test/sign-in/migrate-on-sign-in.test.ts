import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { MAX_FAILED_ATTEMPTS } from '../../src/security/lockout/login-lockout.ts'
import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import { bearer, outcome, tally } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openPreviousSite, previousSiteTest } from './previous-site.ts'
import { BY_OWNER } from './sign-in-surfaces.ts'

const UUID = 'c06f8906-4c8a-4911-9c29-ea1dbd1aab82'
const OLD = 'five5'

function signIn(site: Site, login: string, password = OLD, instance = 0) {
  return site.browser({ instance }).logIn(login, password)
}

async function auditOf(site: Site, ...actions: string[]) {
  const rows = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'after'])
    .execute()
  return rows
    .filter(({ action }) => actions.includes(action))
    .sort((a, b) => String(a.after).localeCompare(String(b.after), 'en'))
}

previousSiteTest(
  'the first sign-in of a player of the previous site imports the player',
  async (site) => {
    await using old = await openPreviousSite(site, {
      steve: {
        password: OLD,
        username: 'Steve',
        email: 'Steve@Old.example',
        uuid: UUID.replaceAll('-', ''),
      },
    })

    const wrong = await signIn(site, 'steve', 'wrong')
    const first = await signIn(site, 'steve')
    const again = await signIn(site, 'STEVE')
    const byAddress = await signIn(site, 'steve@old.example')
    await old[Symbol.asyncDispose]()
    const later = await signIn(site, 'Steve')

    const { uuid, username, email, activated } = first.body.user
    assert.deepEqual([uuid, username, email, activated], [UUID, 'Steve', 'Steve@Old.example', true])
    assert.deepEqual(tally([wrong, again, byAddress, later]), {
      '401 auth.wrongcredentials': 1,
      200: 3,
    })
    assert.deepEqual(old.asked, ['steve wrong', `steve ${OLD}`])
    assert.deepEqual(await auditOf(site, 'player.moved-in'), [
      { action: 'player.moved-in', actor: UUID, target: UUID, after: 'Steve' },
    ])
    assert.ok(!site.logLines.join().includes(OLD))
  },
)

previousSiteTest('a launcher signs in a player of the previous site', async (site) => {
  await using old = await openPreviousSite(site, {
    alex: { password: OLD, email: null, uuid: null },
  })
  const launcher = await openLauncher(site)

  const wrong = await launcher.authenticate('Alex', 'wrong')
  const right = await launcher.authenticate('Alex', OLD)

  assert.deepEqual([outcome(wrong), right.status], ['404 auth.usernotfound', 200])
  assert.equal(right.body.username, 'Alex')
  assert.deepEqual(old.asked, ['Alex wrong', `Alex ${OLD}`])
})

previousSiteTest(
  'twenty concurrent first sign-ins over two instances create one account per name',
  async (site) => {
    await using old = await openPreviousSite(site, {
      steve: { password: OLD, email: 'steve@old.example', uuid: UUID },
      alex: { password: OLD, email: 'alex@old.example' },
    })
    const all = [...Array(20).keys()]

    const replies = await Promise.all(
      all.map((count) => signIn(site, count % 4 < 2 ? 'Steve' : 'Alex', OLD, count % 2)),
    )

    assert.deepEqual(tally(replies), { 200: 20 })
    assert.deepEqual(new Set(replies.map(({ body }) => body.user.uuid)).size, 2)
    assert.equal((await auditOf(site, 'player.moved-in')).length, 2)
    assert.equal(new Set(old.asked).size, 2)
    assert.ok(old.asked.length <= 4, `${old.asked.length} questions of two instances`)
  },
  { instances: 2 },
)

previousSiteTest(
  'the previous site cannot sign in a player who already has an account',
  async (site) => {
    const steve = await site.player('Steve')
    await using old = await openPreviousSite(site, {
      steve: { password: OLD },
      other: { password: OLD, username: 'Steve' },
      'steve@example.org': { password: OLD, username: 'Steve' },
    })

    const replies = [
      await signIn(site, 'Steve'),
      await signIn(site, 'Other'),
      await signIn(site, steve.email),
      await signIn(site, 'stranger@example.org'),
    ]

    assert.deepEqual(tally(replies), { '401 auth.wrongcredentials': 4 })
    assert.deepEqual(old.asked, [`Other ${OLD}`])
    assert.equal((await signIn(site, 'Steve', PASSWORD)).status, 200)
  },
)

previousSiteTest(
  'an import that was refused at a sign-in is not repeated for ten minutes',
  async (site) => {
    const alex = await site.player('Alex')
    await using old = await openPreviousSite(site, {
      игрок: { password: OLD },
      'x-men': { password: OLD },
      alias: { password: OLD, username: 'Steve' },
      taken: { password: OLD, uuid: alex.id },
      broken: { password: OLD, uuid: '12' },
    })
    const names = ['Игрок', 'x-men', 'alias', 'taken', 'broken']

    const replies = []
    for (const name of [...names, ...names]) replies.push(await signIn(site, name))
    site.wait(10 * MINUTE)
    await signIn(site, 'taken')

    assert.deepEqual(tally(replies), { '401 auth.wrongcredentials': 10 })
    assert.deepEqual(
      old.asked,
      [...names, 'taken'].map((name) => `${name} ${OLD}`),
    )
    const entries = (await auditOf(site, 'player.moved-in', 'player.not-moved-in')).filter(
      ({ after }, place, all) => after !== all[place - 1]?.after, // one name was looked up twice
    )
    assert.deepEqual(
      entries.map(({ after }) => after),
      [
        'broken: not a uuid: 12',
        'Steve: signed in as alias',
        `taken: somebody has the uuid ${alex.id}`,
        'x-men: not 3 to 16 Latin letters, digits and _',
        'Игрок: not 3 to 16 Latin letters, digits and _',
      ],
    )
  },
)

previousSiteTest(
  'a player whose address is taken or malformed is imported without that address',
  async (site) => {
    const alex = await site.player('Alex')
    await using _old = await openPreviousSite(site, {
      steve: { password: OLD, email: alex.email.toUpperCase() },
      efe: { password: OLD, email: 'your email' },
    })

    const [steve, efe] = [await signIn(site, 'Steve'), await signIn(site, 'Efe')]

    assert.deepEqual([steve.body.user.email, efe.body.user.email], [null, null])
    const entries = await auditOf(site, 'player.moved-in')
    assert.deepEqual(
      entries.map(({ after }) => after),
      ['Efe', `Steve, without ${alex.email.toUpperCase()}`],
    )
  },
)

previousSiteTest('a wrong password is sent to the previous site only once', async (site) => {
  await using old = await openPreviousSite(site, { steve: { password: OLD } })

  const same = [await signIn(site, 'Steve', 'guess'), await signIn(site, 'steve', 'guess')]
  const guesses = []
  for (let n = 1; n < MAX_FAILED_ATTEMPTS; n += 1) guesses.push(await signIn(site, 'Steve', `${n}`))
  const paused = await signIn(site, 'Steve')
  const asked = old.asked.length
  site.wait(MINUTE)
  const right = await signIn(site, 'Steve')

  assert.deepEqual(tally([...same, ...guesses]), {
    '401 auth.wrongcredentials': MAX_FAILED_ATTEMPTS,
    '429 auth.toomanyattempts': 1,
  })
  assert.deepEqual(
    [outcome(paused), asked, right.status],
    [
      '429 auth.toomanyattempts',
      MAX_FAILED_ATTEMPTS - 1, // the repeated guess was cached
      200,
    ],
  )
})

previousSiteTest(
  'while the previous site is down, unknown names are refused and existing players sign in',
  async (site) => {
    const steve = await site.player('Steve')
    await using old = await openPreviousSite(site, { alex: { password: OLD } })
    old.fail(true)

    const replies = []
    for (const name of ['Alex', 'a01', 'a02', 'a03', 'a04', 'a05'])
      replies.push(await signIn(site, name))
    const known = await signIn(site, 'Steve', PASSWORD)
    old.fail(false)
    const early = await signIn(site, 'Alex')
    site.wait(MINUTE)
    const late = await signIn(site, 'Alex')

    assert.deepEqual(tally([...replies, early]), { '401 auth.wrongcredentials': 7 })
    assert.deepEqual([known.status, late.status, old.asked.length], [200, 200, 6])
    assert.deepEqual(site.app.previousSite.counts(), { yes: 1, no: 0, failure: 5, skipped: 2 })
    assert.ok((await steve.browser.get('/auth/me', bearer(steve.accessToken))).status === 200)
  },
)

previousSiteTest('without legacyUrl the previous site gets no requests', async (site) => {
  await using old = await openPreviousSite(site, { steve: { password: OLD } })
  await site.app.db.deleteFrom('setting').where('name', '=', 'legacyUrl').execute()
  site.app.settings.invalidate()

  const reply = await signIn(site, 'Steve')

  assert.deepEqual([outcome(reply), old.asked], ['401 auth.wrongcredentials', []])
})

previousSiteTest(
  'an address from the previous site must be confirmed with a code',
  async (site) => {
    await changeSetting(site.app, BY_OWNER, { name: 'emailConfirmation', text: 'on' })
    await using _old = await openPreviousSite(site, {
      steve: { password: OLD, email: 'steve@old.example' },
      alex: { password: OLD },
    })

    const steve = (await signIn(site, 'Steve')).body
    const alex = (await signIn(site, 'Alex')).body
    const refused = await site.browser().get('/cabinet/name', bearer(steve.accessToken))
    const mails = await site.mails()

    assert.deepEqual([steve.user.activated, alex.user.activated], [false, true])
    assert.equal(outcome(refused), '403 auth.usernotactivated')
    assert.deepEqual(
      mails.map(({ to }) => to?.[0]?.address),
      ['steve@old.example'],
    )
  },
)
