import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '@portal/contract'
import { deletePlayer } from '../../../src/account/deletion/delete-player.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { openGame, turnOn, waitForKey } from '../../integrations/yggdrasil/game-player.ts'
import { putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { owner } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { setEverywhere } from './leaver.ts'

const OF_PLAYER = '/admin/players/:uuid'
const rows: Endpoint[] = Object.values(endpoints).filter(({ path }) => path.startsWith(OF_PLAYER))

/** Bodies of requests that would succeed for a player who is not deleted. */
const BODIES: Record<string, object> = {
  addNote: { text: 'x' },
  banPlayer: { reason: 'x' },
  changeBalance: { real: 1, reason: 'x' },
  deletePlayer: { username: 'Steve', reason: 'x' },
  giveGrant: { group: 'gold', forever: true },
}

siteTest('every endpoint of a player returns 404 for a deleted player', async (site) => {
  const notch = await owner(site)
  const steve = await deleted(site)

  const replies: [string, string][] = []
  for (const { name, method, path, body } of rows) {
    const url = path.replace(':uuid', steve.id).replace(/:\w+/g, 'x')
    const reply = await notch.send(method, url, body && (BODIES[name] ?? {}))
    replies.push([name, outcome(reply)])
  }

  assert.ok(rows.length > 15)
  assert.deepEqual(
    replies,
    rows.map(({ name }) => [name, '404 player.notfound']),
  )
})

sqliteTest('launchers, games and visitors find no deleted player by name or UUID', async (site) => {
  await setEverywhere(site, 'publicProfiles', 'on')
  await turnOn(site)
  await waitForKey(site)
  const steve = await deleted(site)
  const launcher = await openLauncher(site)
  const game = openGame(site)
  const visitor = site.browser()

  const replies = [
    await launcher.user({ uuid: steve.id }),
    await launcher.user({ username: 'Steve' }),
    await launcher.authenticate('Steve', 'correct horse battery'),
    await visitor.get('/public/players/Steve'),
  ]
  const profile = await game.profile(steve.id.replaceAll('-', ''))
  const validated = await game.validate({ accessToken: steve.game })
  const search = await (await owner(site)).get('/admin/players', { query: steve.id })

  assert.deepEqual(replies.map(outcome), [
    '404 auth.usernotfound',
    '404 auth.usernotfound',
    '404 auth.usernotfound',
    '404 player.notfound',
  ])
  assert.deepEqual([profile.status, validated.status], [204, 403])
  assert.deepEqual(search.body.items, [])
})

/** Creates and deletes a player. `game` is their former game token. */
async function deleted(site: Site) {
  await turnOn(site)
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1))
  const game = (await openGame(site).authenticate('Steve')).body.accessToken
  await deletePlayer(site.app, BY_OWNER, steve.id, { username: 'Steve', reason: 'A bot' })
  return { ...steve, game }
}
