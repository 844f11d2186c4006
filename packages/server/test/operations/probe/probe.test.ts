import assert from 'node:assert/strict'
import { launcherProducts } from '@portal/contract'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { COMMAND } from '../../../src/audit/actor.ts'
import { chores } from '../../../src/jobs.ts'
import { withMadeUp } from '../../../src/operations/probe/probe-account.ts'
import { probeLauncher } from '../../../src/operations/probe/probe-launcher.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { written } from '../../integrations/api-keys/key-notes.ts'
import { launcherWith, openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { turnOn, waitForKey } from '../../integrations/yggdrasil/game-player.ts'
import { owner } from '../../support/administrator.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { EVERY_STEP, openAtPublicUrl, openProxy, told } from './probed-site.ts'

siteTest(
  'every launcher is tried out from sign-in to two-factor, and nothing is left',
  async (site) => {
    await openAtPublicUrl(site)
    await turnOn(site)
    await waitForKey(site)
    const owned = { name: 'launcherBuilds', text: 'survival' } as const
    await changeSetting(site.app, COMMAND, owned)
    await changeSetting(site.app, COMMAND, { name: 'yggdrasilPermission', text: 'server.join' })
    for (const { app } of site.instances) app.settings.forget()
    const before = await rowsOf(site)

    const played: Record<string, string> = {}
    for (const product of launcherProducts) {
      played[product] = told(await probeLauncher(site.app, COMMAND, product))
    }

    assert.deepEqual(played, EVERY_STEP)
    assert.deepEqual(await rowsOf(site), {
      ...before,
      audit: before.audit + launcherProducts.length,
    })
  },
  { instances: 2 },
)

siteTest('nobody sees the player of a probe, and no count contains them', async (site) => {
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

  const during = await withMadeUp(
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

siteTest('a probe that was killed opens nothing, and is gone with the next sweep', async (site) => {
  const before = await rowsOf(site)
  const { promise: killed, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<string>()
  const probe = withMadeUp(site.app, { by: undefined, product: 'own' }, ({ key }) => {
    begin(key)
    return killed
  })
  const key = await begun
  const launcher = launcherWith(site, key)
  const alive = await launcher.ping()

  site.wait(2 * MINUTE)
  const dead = await launcher.ping()
  await written(site)
  await chores(site.app).probes?.()
  const left = await rowsOf(site)
  end()
  await probe

  assert.deepEqual([alive.status, dead.status, dead.body.error], [200, 401, 'auth.invalidkey'])
  assert.deepEqual(left, { ...before, audit: 1 }) // of the key that was refused
})

siteTest('a probe pauses nobody, and says what is in the way', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await using deaf = await openProxy(site, ({ headers }) => {
    delete headers.authorization
    return undefined
  })
  const withoutKey = await probeLauncher(site.app, COMMAND, 'laminara')
  await using challenge = await openProxy(site, ({ url }) =>
    url.startsWith('/textures') ? '<html>Just a moment</html>' : undefined,
  )
  const withoutSkin = await probeLauncher(site.app, COMMAND, 'laminara')
  site.app.config.publicUrl = 'http://127.0.0.1:9'
  const unreachable = await probeLauncher(site.app, COMMAND, 'gravit')
  const off = await (async () => {
    await openAtPublicUrl(site)
    return probeLauncher(site.app, COMMAND, 'authlib')
  })()

  assert.ok(deaf.requests() > 0 && challenge.requests() > 0)
  assert.match(told(withoutKey), /^address good, key bad, sign-in unknown/)
  assert.match(withoutKey[1]?.advice?.en ?? '', /Authorization/)
  assert.match(told(withoutSkin), /wrong-password good, skin bad, access good, two-factor good$/)
  assert.match(withoutSkin[4]?.advice?.en ?? '', /challenge/)
  assert.equal(told(unreachable), 'address bad, skin unknown')
  assert.match(told(off), /^address good, yggdrasil bad, sign-in unknown/)
  assert.equal((await launcher.authenticate(steve.username, PASSWORD)).status, 200)
})

siteTest('the panel tries a launcher out, five times in five minutes', async (site) => {
  await openAtPublicUrl(site)
  const notch = await owner(site)
  const probe = () => notch.send('POST', '/admin/launcher/probe', { product: 'gravit' })

  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await probe()).status)
  const { items } = (await notch.get('/admin/audit?action=launcher.probed')).body

  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  assert.equal(items.length, 5)
})

/** How many rows there are where a probe leaves some. */
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
