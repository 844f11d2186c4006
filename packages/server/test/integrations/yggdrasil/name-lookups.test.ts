import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import type { Reply } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame, turnOn } from './game-player.ts'

const ALLOWED = 600
const BULK = 'minecraftservices/minecraft/profile/lookup/bulk/byname'
const HERE = '198.51.100.1'

const names = (count: number) => Array.from({ length: count }, (_, n) => `Nobody_${n}`)

function refusal({ status, body, headers }: Reply): unknown[] {
  return [status, body?.error, Number(headers['retry-after'])]
}

sqliteTest(
  'an address can look up 600 names a minute, counting each name of a list',
  async (site) => {
    await turnOn(site)
    await site.player('Steve')
    const server = (ip: string) => openGame(site, { ip })
    const profiles = (ip: string, count: number) =>
      server(ip).send('api/profiles/minecraft', names(count))

    const lists = []
    for (let n = 0; n < 5; n += 1) lists.push(await profiles(HERE, 100))
    const bulk = await server(HERE).send(BULK, names(96))
    const single = [
      await server(HERE).ask('api/users/profiles/minecraft/Steve'),
      await server(HERE).ask('minecraftservices/minecraft/profile/lookup/name/Steve'),
      await site.browser({ ip: HERE }).get('/csl/Steve.json'),
    ]
    const tooLong = await profiles(HERE, 2) // one call is left for the request itself
    const refused = [
      await profiles(HERE, 1),
      await server(HERE).send(BULK, ['Steve']),
      await server(HERE).ask('api/users/profiles/minecraft/Steve'),
      await server(HERE).ask('minecraftservices/minecraft/profile/lookup/name/Steve'),
    ]
    const csl = await site.browser({ ip: HERE }).get('/csl/Steve.json')
    const elsewhere = await profiles('198.51.100.2', 1)
    site.wait(MINUTE)
    const later = await profiles(HERE, 100)

    const good = [...lists, bulk, ...single, elsewhere, later]
    assert.deepEqual(new Set(good.map(({ status }) => status)), new Set([200]))
    const inDialect = [429, 'TooManyRequestsException', 60]
    assert.deepEqual([tooLong, ...refused].map(refusal), Array(5).fill(inDialect))
    assert.deepEqual(refusal(csl), [429, 'request.toomany', 60])
  },
)

siteTest(
  'concurrent lists cannot exceed the limit of looked up names',
  async (site) => {
    await turnOn(site)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        openGame(site, { ip: HERE, instance: n % 2 }).send('api/profiles/minecraft', names(100)),
      ),
    )

    const taken = replies.filter(({ status }) => status === 200).length
    assert.ok(taken >= 4 && taken * 100 <= ALLOWED, String(taken)) // each refused list costs one
    assert.equal(replies.filter(({ status }) => status === 429).length, 20 - taken)
  },
  { instances: 2 },
)

sqliteTest(
  'the root of the Yggdrasil API works with and without a trailing slash',
  async (site) => {
    const get = (path: string) => site.browser().get(path)
    const off = [await get('/yggdrasil'), await get('/yggdrasil/')]
    await turnOn(site)

    const [bare, whole] = [await get('/yggdrasil'), await get('/yggdrasil/')]
    const head = await site.browser().send('HEAD', '/yggdrasil')
    const wrong = await site.browser().post('/yggdrasil', {})

    assert.deepEqual(
      off.map(({ status }) => status),
      [404, 404],
    )
    assert.deepEqual([bare.status, bare.body], [200, whole.body])
    assert.deepEqual([head.status, wrong.status, wrong.headers.allow], [200, 405, 'GET, HEAD'])
  },
)
