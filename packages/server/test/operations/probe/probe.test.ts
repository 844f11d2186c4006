import assert from 'node:assert/strict'
import { launcherProducts } from '@portal/contract'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { cleanupJobs } from '../../../src/jobs.ts'
import { withProbeAccount } from '../../../src/operations/probe/probe-account.ts'
import { probeLauncher } from '../../../src/operations/probe/probe-launcher.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { written } from '../../integrations/api-keys/key-notes.ts'
import { launcherWith, openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { turnOn, waitForKey } from '../../integrations/yggdrasil/game-player.ts'
import { owner } from '../../support/administrator.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { EVERY_STEP, openAtPublicUrl, openProxy, printedSteps } from './probed-site.ts'

siteTest(
  'the probe of each launcher completes all steps and leaves no data',
  async (site) => {
    await openAtPublicUrl(site)
    await turnOn(site)
    await waitForKey(site)
    const owned = { name: 'launcherBuilds', text: 'survival' } as const
    await changeSetting(site.app, COMMAND_LINE, owned)
    await changeSetting(site.app, COMMAND_LINE, {
      name: 'yggdrasilPermission',
      text: 'server.join',
    })
    for (const { app } of site.instances) app.settings.invalidate()
    const before = await rowsOf(site)

    const played: Record<string, string> = {}
    for (const product of launcherProducts) {
      played[product] = printedSteps(await probeLauncher(site.app, COMMAND_LINE, product))
    }

    assert.deepEqual(played, EVERY_STEP)
    assert.deepEqual(await rowsOf(site), {
      ...before,
      audit: before.audit + launcherProducts.length,
    })
  },
  { instances: 2 },
)

siteTest('the account of a probe is hidden and not counted', async (site) => {
  const notch = await owner(site)
  const look = async () => {
    site.wait(2 * MINUTE - 1) // counts are a minute old
    const [overview, players, found, keys, profile] = await Promise.all([
      notch.get('/admin/overview'),
      notch.get('/admin/players'),
      notch.get('/admin/players?query=probe'),
      notch.get('/admin/api-keys'),
      notch.get('/admin/mail'),
    ])
    const { players: count, sessions, days, steps } = overview.body
    return [count, sessions, days, steps, players.body, found.body, keys.body, profile.body]
  }
  const before = await look()

  const during = await withProbeAccount(
    site.app,
    { by: undefined, product: 'own' },
    async ({ username, password, key }) => {
      const signedIn = await launcherWith(site, key).authenticate(username, password)
      assert.equal(signedIn.status, 200)
      assert.equal((await site.browser().get(`/players/${username}`)).status, 404)
      return look()
    },
  )

  assert.deepEqual(during, before)
})

siteTest(
  'the account of a killed probe cannot sign in and is deleted by the next cleanup',
  async (site) => {
    const before = await rowsOf(site)
    const { promise: killed, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<string>()
    const probe = withProbeAccount(site.app, { by: undefined, product: 'own' }, ({ key }) => {
      begin(key)
      return killed
    })
    const key = await begun
    const launcher = launcherWith(site, key)
    const alive = await launcher.ping()

    site.wait(2 * MINUTE)
    const dead = await launcher.ping()
    await written(site)
    await cleanupJobs(site.app).deleteProbeAccounts()
    const left = await rowsOf(site)
    end()
    await probe

    assert.deepEqual([alive.status, dead.status, dead.body.error], [200, 401, 'auth.invalidkey'])
    assert.deepEqual(left, { ...before, audit: 1 }) // the audit entry about the refused key
  },
)

siteTest('a probe locks no player out, and reports what blocks the probe', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await using deaf = await openProxy(site, ({ headers }) => {
    delete headers.authorization
    return undefined
  })
  const withoutKey = await probeLauncher(site.app, COMMAND_LINE, 'laminara')
  await using challenge = await openProxy(site, ({ url }) =>
    url.startsWith('/textures') ? '<html>Just a moment</html>' : undefined,
  )
  const withoutSkin = await probeLauncher(site.app, COMMAND_LINE, 'laminara')
  site.app.config.publicUrl = 'http://127.0.0.1:9'
  const unreachable = await probeLauncher(site.app, COMMAND_LINE, 'gravit')
  const off = await (async () => {
    await openAtPublicUrl(site)
    return probeLauncher(site.app, COMMAND_LINE, 'authlib')
  })()

  assert.ok(deaf.requests() > 0 && challenge.requests() > 0)
  assert.match(printedSteps(withoutKey), /^address good, key bad, sign-in unknown/)
  assert.match(withoutKey[1]?.advice?.en ?? '', /Authorization/)
  assert.match(
    printedSteps(withoutSkin),
    /wrong-password good, skin bad, access good, two-factor good$/,
  )
  assert.match(withoutSkin[4]?.advice?.en ?? '', /challenge/)
  assert.equal(printedSteps(unreachable), 'address bad, skin unknown')
  assert.match(printedSteps(off), /^address good, yggdrasil bad, sign-in unknown/)
  assert.equal((await launcher.authenticate(steve.username, PASSWORD)).status, 200)
})

sqliteTest('the panel can probe a launcher five times in five minutes', async (site) => {
  await openAtPublicUrl(site)
  const notch = await owner(site)
  const probe = () => notch.send('POST', '/admin/launcher/probe', { product: 'gravit' })

  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await probe()).status)
  const { items } = (await notch.get('/admin/audit?action=launcher.probed')).body

  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  assert.equal(items.length, 5)
})

/** Counts rows of the tables that a probe writes. */
async function rowsOf({ app }: Site) {
  const tables = ['player', 'api_key', 'session', 'texture', 'ban', 'player_node', 'audit'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { count } = await app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return [table, count]
    }),
  )
  return { audit: 0, ...Object.fromEntries(counts) }
}
