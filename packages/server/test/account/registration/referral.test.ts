import assert from 'node:assert/strict'
import { isoInstant, SECOND } from '../../../src/platform/clock.ts'
import { callsOf, owner } from '../../support/administrator.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

/** Registers a player who was invited by `ref`, from the address `ip`. */
async function invited(site: Site, username: string, ref: string, ip: string) {
  const body = { username, email: `${username}@example.org`, password: PASSWORD, ref }
  const reply = await site.browser({ ip }).post('/auth/register', body)
  assert.equal(reply.status, 201)
  return reply.body.user
}

siteTest('a player can list the players they invited, newest first', async (site) => {
  const steve = await site.player('Steve')
  const names = ['Alex', 'Ari', 'Efe', 'Kai', 'Makena', 'Noor', 'Sunny']
  for (const [turn, name] of names.entries()) {
    await invited(site, name, 'sTEVE', `192.0.2.${turn + 1}`)
    if (turn !== 3) site.wait(SECOND) // two of them in the same instant
  }
  await invited(site, 'Zuri', 'Alex', '192.0.2.100')
  const me = callsOf(site, steve)

  const { body } = await me.get('/cabinet/referrals', { limit: 2 })
  const { items, pages } = await me.all('/cabinet/referrals', { limit: 3 })

  const at = isoInstant(site.now() - SECOND)
  assert.deepEqual(body.items[0], { username: 'Sunny', createdAt: at })
  assert.equal(pages, 3)
  const list = items.map(({ username }) => username)
  assert.deepEqual([...list].sort(), [...names].sort())
  assert.deepEqual(list.slice(0, 2), ['Sunny', 'Noor'])
  assert.deepEqual(list.slice(4), ['Efe', 'Ari', 'Alex'])
})

sqliteTest('an unknown name or the new player’s own name is ignored as inviter', async (site) => {
  const steve = await site.player('Steve')
  await invited(site, 'Alex', 'Nobody', '192.0.2.1')
  await invited(site, 'Jeb', 'Jeb', '192.0.2.2')
  const notch = await owner(site, 'Notch', '192.0.2.3')

  const { body } = await callsOf(site, steve).get('/cabinet/referrals')
  const jeb = await notch.get('/admin/players/Jeb')

  assert.deepEqual(body, { items: [], next: null })
  assert.equal(jeb.body.player.inviter, null)
})

sqliteTest('the panel shows the inviter of a player', async (site) => {
  const steve = await site.player('Steve')
  const alex = await invited(site, 'Alex', 'Steve', '192.0.2.1')
  const notch = await owner(site)

  const { body } = await notch.get(`/admin/players/${alex.uuid}`)

  assert.deepEqual(body.player.inviter, { uuid: steve.id, username: 'Steve' })
})

siteTest('the name check reports a name as free, taken or invalid', async (site) => {
  await site.player('Steve')
  const ask = async (name: string) => (await site.browser().get(`/names/${name}`)).body

  const answers = []
  for (const name of [
    'Alex',
    'Steve',
    'sTEVE',
    'ab',
    'a'.repeat(17),
    '%D0%94%D0%B8%D0%BC%D0%B0',
    'a%00b',
    'a.b',
  ]) {
    answers.push(await ask(name))
  }

  const invalid = { available: false, reason: 'invalid' }
  const taken = { available: false, reason: 'taken' }
  assert.deepEqual(answers, [{ available: true }, taken, taken, ...Array(5).fill(invalid)])
})

siteTest(
  'a network address can check at most sixty names a minute over all instances',
  async (site) => {
    const ask = (turn: number, ip: string) =>
      site.browser({ instance: turn % 2, ip }).get(`/names/Name_${turn}`)

    const replies = await Promise.all(
      Array.from({ length: 70 }, (_, turn) => ask(turn, '192.0.2.1')),
    )
    const other = await ask(0, '192.0.2.2')
    site.wait(60 * SECOND)
    const later = await ask(0, '192.0.2.1')

    assert.deepEqual(tally(replies), { 200: 60, '429 request.toomany': 10 })
    assert.deepEqual([outcome(other), outcome(later)], ['200', '200'])
  },
  { instances: 2 },
)

sqliteTest('a player chooses the language of their mails', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)

  const reply = await callsOf(site, steve).send('PUT', '/cabinet/locale', { locale: 'ru' })
  const wrong = await callsOf(site, steve).send('PUT', '/cabinet/locale', { locale: 'de' })
  await site.browser({ agent: 'Launcher' }).logIn('Steve', PASSWORD)

  assert.deepEqual([outcome(reply), outcome(wrong)], ['204', '400 request.invalid'])
  const { body } = await steve.browser.get('/auth/me', headers)
  assert.equal(body.user.locale, 'ru')
  const [mail] = await site.mails()
  assert.match(mail?.subject ?? '', /^Новый вход/)
})
