import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { DAY, isoInstant, SECOND } from '../../../src/platform/clock.ts'
import { edit } from '../../admin/players/edit-player.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { auditEntries, owner } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { namesOf, offerRenames, pay } from './renamer.ts'

const EVERY = 30 * DAY

async function openSteve(site: Site) {
  const steve = await site.player('Steve')
  return { ...steve, names: namesOf(site, steve) }
}

/** Returns a player's requests about names after a new sign-in, because the earlier session has expired. */
async function namesAfterSignIn(site: Site, name: string) {
  return namesOf(site, (await site.browser().logIn(name, PASSWORD)).body)
}

async function balanceOf(site: Site, id: string): Promise<[number, number]> {
  const row = await site.app.db
    .selectFrom('player')
    .select(['real_cents as real', 'virtual_cents as virtual'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.real, row.virtual]
}

sqliteTest('a player cannot change the name while the setting renaming is off', async (site) => {
  const { names } = await openSteve(site)

  const refused = await names.change('Herobrine')
  const shown = await names.shown()

  assert.equal(outcome(refused), '409 name.off')
  assert.deepEqual(shown, {
    offered: false,
    price: { real: 0, virtual: 0 },
    everyDays: 30,
    nextAt: null,
    keptDays: 90,
    warns: true,
    kept: [],
    former: [],
  })
})

siteTest('a renamed player has the new name everywhere', async (site) => {
  await offerRenames(site)
  const { id, names, email } = await openSteve(site)
  const launcher = await openLauncher(site)

  const changed = await names.change('Herobrine')

  const byOld = await site.browser().logIn('Steve', PASSWORD)
  const byNew = await site.browser().logIn('herobrine', PASSWORD)
  const profiles = [
    await launcher.user({ username: 'Steve' }),
    await launcher.user({ username: 'HEROBRINE' }),
    await launcher.user({ uuid: id }),
  ]
  assert.deepEqual([changed.status, changed.body.user.username], [200, 'Herobrine'])
  assert.deepEqual([outcome(byOld), outcome(byNew)], ['401 auth.wrongcredentials', '200'])
  assert.deepEqual(
    profiles.map(({ status, body }) => [status, body.username]),
    [
      [404, undefined],
      [200, 'Herobrine'],
      [200, 'Herobrine'],
    ],
  )
  assert.deepEqual(await auditEntries(site, 'player.username'), [
    {
      action: 'player.username',
      actor: id,
      target: id,
      ip: '127.0.0.1',
      before: 'Steve',
      after: 'Herobrine',
    },
  ])
  const mail = (await site.mails()).find(({ subject }) => subject?.startsWith('You are Herobrine'))
  assert.equal(mail?.to?.[0]?.address, email)
  assert.match(
    mail?.text ?? '',
    /changed from Steve to Herobrine.*For 90 days, until April 1, 2030/s,
  )
  assert.match(mail?.text ?? '', /Open the site:\nhttp/)
})

sqliteTest('a player can change the name only once within renameDays', async (site) => {
  await offerRenames(site)
  const { names } = await openSteve(site)
  await names.change('Herobrine')
  const nextAt = isoInstant(site.now() + EVERY)

  const first = await names.shown()
  site.wait(EVERY - 1)
  const later = await namesAfterSignIn(site, 'Herobrine')
  const early = await later.change('Steve')
  site.wait(1)
  const due = await later.shown()
  const back = await later.change('Steve')

  assert.deepEqual([first.nextAt, due.nextAt], [nextAt, null])
  assert.deepEqual([outcome(early), outcome(back)], ['409 name.toosoon', '200'])
})

sqliteTest(
  'after a rename, the old name is reserved for its player for ninety days',
  async (site) => {
    await offerRenames(site, { renameDays: '1' })
    const { names } = await openSteve(site)
    const alex = await site.player('Alex', { ip: '192.0.2.9' })
    await names.change('Herobrine')
    const until = isoInstant(site.now() + 90 * DAY)

    const shown = await names.shown()
    const taken = await namesOf(site, alex).change('sTeve')
    site.wait(90 * DAY)
    const free = await site.browser().get('/names/Steve')
    const late = await (await namesAfterSignIn(site, 'Alex')).change('Steve')

    assert.deepEqual(shown.kept, [{ name: 'Steve', until }])
    assert.equal(outcome(taken), '409 auth.usernametaken')
    assert.deepEqual(free.body, { available: true })
    assert.equal(outcome(late), '200')
  },
)

sqliteTest('a player who takes the old name back keeps the newer name reserved', async (site) => {
  await offerRenames(site, { renameDays: '1' })
  const { names } = await openSteve(site)
  await names.change('Herobrine')
  const gaveUpAt = site.now()
  site.wait(DAY)

  const later = await namesAfterSignIn(site, 'Herobrine')
  const back = await later.change('steve')
  const shown = await later.shown()

  assert.equal(outcome(back), '200')
  assert.deepEqual(shown.kept, [{ name: 'Herobrine', until: isoInstant(site.now() + 90 * DAY) }])
  assert.deepEqual(shown.former, [
    { name: 'Herobrine', until: isoInstant(site.now()) },
    { name: 'Steve', until: isoInstant(gaveUpAt) },
  ])
})

siteTest('a rename that changes only letter case reserves no name', async (site) => {
  await offerRenames(site)
  const { names } = await openSteve(site)

  const same = await names.change('Steve')
  const changed = await names.change('STEVE')

  const { kept, former } = await names.shown()
  assert.deepEqual([outcome(same), outcome(changed)], ['409 name.same', '200'])
  assert.deepEqual([kept.length, former.length], [0, 1])
})

siteTest('a rename is refused unless both balances cover its price', async (site) => {
  await offerRenames(site, { renamePrice: '100', renameBonusPrice: '5' })
  const { id, names } = await openSteve(site)
  await pay(site, id, 250)

  const short = await names.change('Herobrine')
  const shown = await names.shown()
  await site.app.db.updateTable('player').set({ virtual_cents: 700 }).where('id', '=', id).execute()
  const changed = await names.change('Herobrine')

  const entries = await site.app.db
    .selectFrom('balance_entry')
    .select(['real_cents as real', 'virtual_cents as virtual', 'reason', 'author'])
    .where('author', '=', id)
    .execute()
  assert.deepEqual([outcome(short), outcome(changed)], ['409 balance.insufficient', '200'])
  assert.deepEqual([shown.price, shown.kept], [{ real: 100, virtual: 5 }, []])
  assert.deepEqual(await balanceOf(site, id), [15_000, 200])
  assert.deepEqual(
    entries.map((entry) => ({ ...entry })),
    [{ real: -10_000, virtual: -500, reason: 'Change of name', author: id }],
  )
})

sqliteTest('a rename is refused if its price differs from the one shown', async (site) => {
  await offerRenames(site, { renamePrice: '10' })
  const { id, names } = await openSteve(site)
  await pay(site, id, 100)

  const cheaper = await names.change('Herobrine', { price: { real: 5, virtual: 0 } })
  const same = await names.change('Herobrine', { price: { real: 10, virtual: 0 } })

  assert.deepEqual([outcome(cheaper), outcome(same)], ['409 name.pricechanged', '200'])
  assert.deepEqual(await balanceOf(site, id), [9_000, 0])
})

sqliteTest('a banned player cannot change the name', async (site) => {
  await offerRenames(site)
  const { id } = await openSteve(site)
  await banPlayer(site.app, BY_OWNER, id, { reason: 'Griefing', expiresAt: site.now() + DAY })
  const names = await namesAfterSignIn(site, 'Steve')

  const banned = await names.change('Herobrine')

  assert.equal(outcome(banned), '403 auth.forbidden')
})

sqliteTest('the panel shows former and reserved names of a player', async (site) => {
  await offerRenames(site)
  const notch = await owner(site)
  const { id, names } = await openSteve(site)
  const at = isoInstant(site.now())
  await names.change('Herobrine')
  site.wait(SECOND)
  await edit(notch, id, { username: 'Player_7' })

  const { player } = (await notch.get(`/admin/players/${id}`)).body

  assert.deepEqual(player.formerNames, [
    { name: 'Herobrine', until: isoInstant(site.now()), author: notch.id, authorName: 'Notch' },
    { name: 'Steve', until: at, author: id, authorName: 'Player_7' },
  ])
  assert.deepEqual(player.keptNames, [
    { name: 'Steve', until: isoInstant(site.now() - SECOND + 90 * DAY) },
  ])
})

sqliteTest('a rename by an administrator does not reserve the old name', async (site) => {
  await offerRenames(site)
  const notch = await owner(site)
  const { id, names } = await openSteve(site)
  await edit(notch, id, { username: 'Player_7' })

  const free = await site.browser().get('/names/Steve')
  const own = await names.change('Herobrine')

  assert.deepEqual([free.body, outcome(own)], [{ available: true }, '200'])
})

sqliteTest("the rename mail is in the player's language", async (site) => {
  await offerRenames(site)
  await changeSetting(site.app, BY_OWNER, { name: 'siteName', text: 'Кубоград' })
  const steve = await site.player('Steve', { language: 'ru' })

  await namesOf(site, steve).change('Herobrine')

  const mail = (await site.mails()).find(({ subject }) => subject?.startsWith('Теперь вы'))
  assert.equal(mail?.subject, 'Теперь вы Herobrine: Кубоград')
  assert.match(mail?.text ?? '', /ник Steve никто другой не займёт/)
})
