import assert from 'node:assert/strict'
import { changeBalance } from '../../../src/account/balance/change-balance.ts'
import { activatePlayer } from '../../../src/account/registration/activate-player.ts'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { banPlayer, unbanPlayer } from '../../../src/admin/bans/ban-player.ts'
import { editPlayer } from '../../../src/admin/players/edit-player.ts'
import { importPlayers } from '../../../src/import/import-players.ts'
import { inBatches } from '../../../src/import/read/file-rows.ts'
import { cleanupJobs } from '../../../src/jobs.ts'
import { createGrant } from '../../../src/permissions/grants/create-grant.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { updateEmail } from '../../../src/players/player-store.ts'
import { deleteReleasedTextures } from '../../../src/profiles/textures/delete-released-textures.ts'
import { set } from '../../mail/mail-site.ts'
import { capeFile, putCape, putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { auditEntries, giveRole } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { address, OWNER, players, wanted } from './registration.ts'

/** Everything that prevents the deletion of an unconfirmed account, by name. */
const keepers: Record<string, (site: Site, id: string) => Promise<unknown>> = {
  Superuser: ({ app }, id) => editPlayer(app, OWNER, id, { superuser: true }),
  Role: (site, id) => giveRole(site, id, { id: 'helper' }),
  Node: ({ app }, id) =>
    editPlayer(app, OWNER, id, { permissions: [{ node: 'game.fly', expiresAt: null }] }),
  Grant({ app }, id) {
    const giving = { grantable: { node: 'game.fly' }, period: { days: 1 }, startsAt: undefined }
    return createGrant(app, OWNER, { id }, giving)
  },
  Money: ({ app }, id) =>
    changeBalance(app, OWNER, id, { realCents: 1, virtualCents: 0, reason: 'Gift' }),
  async Banned({ app }, id) {
    await banPlayer(app, OWNER, id, { reason: 'Advertising', expiresAt: null })
    await unbanPlayer(app, OWNER, id)
  },
  async Deactivated({ app }, id) {
    await editPlayer(app, OWNER, id, { activated: true })
    await editPlayer(app, OWNER, id, { activated: false })
  },
  async ConfirmedOnce({ app }, id) {
    await activatePlayer(app, OWNER, id)
    await editPlayer(app, OWNER, id, { activated: false })
  },
  async MovedOnce({ app }, id) {
    await updateEmail(app.db, id, 'moved@example.org', app.clock.now())
    await editPlayer(app, OWNER, id, { activated: false })
  },
}

siteTest('an unconfirmed account is deleted after fourteen days', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')
  await site.browser().post('/auth/reset', { email: steve.email })
  await site.mails()
  await site.browser().post('/auth/register', { ...wanted('Alex'), ref: 'Steve' })
  site.wait(14 * DAY - 1)
  await sweep(site)
  const before = await players(site)
  const { body } = await steve.browser.refresh()

  site.wait(1)
  await sweep(site)
  const after = await players(site)
  const me = await steve.browser.get('/auth/me', bearer(body.accessToken))
  const resend = await steve.browser.get('/auth/resend', bearer(body.accessToken))
  const refreshed = await steve.browser.refresh()
  const login = await site.browser().logIn('Steve', PASSWORD)
  const again = await site
    .browser()
    .post('/auth/register', { ...wanted('STEVE'), email: steve.email })

  assert.deepEqual([before.sort(), after], [['Alex', 'Steve'], []])
  assert.deepEqual([me, resend, refreshed, login, again].map(outcome), [
    '401 auth.unauthorized',
    '401 auth.unauthorized',
    '401 auth.sessionexpired',
    '401 auth.wrongcredentials',
    '201',
  ])
  const who = { actor: null, ip: null, after: null }
  const expired = (await auditEntries(site, 'player.expired')).find(
    ({ target }) => target === steve.id,
  )
  assert.deepEqual(expired, { action: 'player.expired', target: steve.id, before: 'Steve', ...who })
})

siteTest(
  'textures of a deleted unconfirmed account are deleted unless another player wears them',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await site.player('Alex')
    for (const number of [1, 2]) await putSkin(steve, skinFile(number))
    await putCape(steve, capeFile(3))
    await putSkin(alex, skinFile(2))
    const waits = { activated_at: null, unconfirmed_since: site.now() }
    await site.app.db.updateTable('player').set(waits).where('id', '=', steve.id).execute()
    await set(site, 'emailConfirmation', 'on')
    const kept = async () =>
      (await site.app.db.selectFrom('texture').select('hash').execute()).length
    const before = await kept()

    site.wait(14 * DAY)
    await sweep(site)
    site.wait(30 * DAY + 1)
    await deleteReleasedTextures(site.app)

    assert.deepEqual([await players(site), before, await kept()], [['Alex'], 3, 1])
  },
  { settings: { unconfirmedDays: '14' } },
)

sqliteTest(
  'players are kept when the unconfirmed player who invited them is deleted',
  async (site) => {
    await set(site, 'emailConfirmation', 'on')
    await site.player('Steve')
    const invited = await site.browser().post('/auth/register', { ...wanted('Alex'), ref: 'Steve' })
    await activatePlayer(site.app, OWNER, invited.body.user.uuid)

    site.wait(14 * DAY)
    await sweep(site)

    assert.deepEqual(await players(site), ['Alex'])
  },
  { settings: { unconfirmedDays: '14' } },
)

sqliteTest(
  'accounts created by command, imported or granted something are never deleted as unconfirmed',
  async (site) => {
    await set(site, 'emailConfirmation', 'on')
    for (const [n, [name, keep]] of Object.entries(keepers).entries()) {
      const player = await site.player(name, { ip: address(n) })
      await keep(site, player.id)
    }
    await createPlayer(site.app, { ...wanted('Made'), superuser: false, activated: false })
    await importPlayers(site.app, inBatches(importOf({ ...wanted('Imported'), activated: 'no' })), {
      skipFaulty: false,
      dryRun: false,
      offlineUuids: false,
    })
    await site.player('Nobody', { ip: address(99) })

    site.wait(400 * DAY)
    await sweep(site)

    assert.deepEqual(
      (await players(site)).sort(),
      [...Object.keys(keepers), 'Made', 'Imported'].sort(),
    )
  },
)

sqliteTest(
  'unconfirmedDays sets after how many days unconfirmed accounts are deleted',
  async (site) => {
    await set(site, 'emailConfirmation', 'on')
    await set(site, 'unconfirmedDays', '0')
    await site.player('Steve')
    const [silent] = await site.mails()
    site.wait(400 * DAY)
    await sweep(site)
    const kept = await players(site)

    await assert.rejects(set(site, 'unconfirmedDays', '366'), /0 \(never\) to 365/)
    await set(site, 'unconfirmedDays', '3')
    await set(site, 'emailConfirmation', 'off')
    await sweep(site)
    const unasked = await players(site)
    await set(site, 'emailConfirmation', 'on')
    await sweep(site)
    const ended = await players(site)
    await site.player('Alex', { language: 'ru' })
    const told = (await site.mails()).at(-1)

    assert.deepEqual([kept, unasked, ended], [['Steve'], ['Steve'], []])
    assert.doesNotMatch(silent?.text ?? '', /without the code/)
    assert.match(told?.text ?? '', /без кода аккаунт исчезнет через 3 дня\./)
  },
)

siteTest(
  'an account confirmed while it is being deleted is either confirmed or deleted',
  async (site) => {
    await set(site, 'emailConfirmation', 'on')
    const waiting = []
    for (let n = 0; n < 12; n += 1) {
      waiting.push(await site.player(`Player${n}`, { ip: address(n) }))
    }
    site.wait(14 * DAY)
    const codes = []
    for (const { browser, email } of waiting) {
      const { body } = await browser.refresh()
      await browser.get('/auth/resend', bearer(body.accessToken))
      const mail = (await site.mails()).findLast(({ to }) => to?.[0]?.address === email)
      codes.push({ code: mail?.subject?.slice(0, 6), headers: bearer(body.accessToken) })
    }

    const [replies] = await Promise.all([
      Promise.all(
        codes.map(({ code, headers }, n) =>
          site.browser({ instance: n % 2 }).post('/auth/verify', { code }, headers),
        ),
      ),
      ...site.instances.map(({ app }) => cleanupJobs(app).deleteUnconfirmedPlayers()),
    ])

    const confirmed = waiting.filter((_, n) => replies[n]?.status === 200)
    const refused = new Set(replies.filter(({ status }) => status !== 200).map(outcome))
    assert.deepEqual((await players(site)).sort(), confirmed.map(({ username }) => username).sort())
    const may = new Set(['400 auth.codeexpired', '401 auth.unauthorized'])
    assert.deepEqual(refused.difference(may), new Set())
  },
  { instances: 2 },
)

async function sweep(site: Site): Promise<void> {
  await cleanupJobs(site.app).deleteUnconfirmedPlayers()
}

async function* importOf(row: Record<string, unknown>) {
  const { username, email, activated } = row
  yield { line: 1, row: { username, email, activated } }
}
