import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { grantsOf, openTebex, paymentOf, SECRET } from '../purchases/tebex-shop.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'
import { command, json, REFUSED, WRONG_USAGE } from './command.ts'

siteTest('payments to a shop set up by command give the mapped products', async (site) => {
  const owner = await openOwner(site)
  await owner.group('vip')
  const shop = await openTebex(site)
  const file = writeSecret(site)

  const enabled = await json(site, ['purchases', 'enable', 'tebex', '--secret-file', file])
  await json(site, ['purchases', 'map', 'tebex', '1', '--group', 'vip', '--days', '30'])
  await json(site, ['purchases', 'map', 'tebex', '2', '--virtual', '2.50'])
  await shop.pay({ products: [{ id: 1 }, { id: 2 }, { id: 3 }] })
  const { id } = await site.player('Steve')
  const listed = await json(site, ['purchases', 'list'])
  const held = await json(site, ['purchases', 'list', '--held'])

  assert.deepEqual(enabled, {
    source: 'tebex',
    url: `http://localhost:8080${shop.path}`,
    hasSecret: true,
  })
  assert.deepEqual(
    listed.map(({ product, state, problem, given, player }: Record<string, unknown>) => [
      product,
      state,
      problem,
      given,
      player,
    ]),
    [
      ['3', 'held', 'product', null, id],
      ['2', 'given', null, { currency: 'virtual', amount: 2.5 }, id],
      ['1', 'given', null, { group: 'vip', days: 30 }, id],
    ],
  )
  assert.equal(held.length, 1)
})

sqliteTest('purchases assign gives a held payment to the named player only once', async (site) => {
  const owner = await openOwner(site)
  await owner.group('vip')
  const shop = await openTebex(site)
  await json(site, ['purchases', 'map', 'tebex', '1', '--group', 'vip'])
  await shop.pay({ customer: 'Misspelled' })
  const { id } = await site.player('Steve')

  const given = await json(site, ['purchases', 'assign', 'tbx-1', 'Steve'])
  const again = await command(site, ['purchases', 'assign', 'tbx-1', 'Steve'])
  const unknown = await command(site, ['purchases', 'assign', 'tbx-9', 'Steve'])

  assert.deepEqual(given, { payment: 'tbx-1', player: 'Steve', given: 1, held: [] })
  assert.deepEqual([again.code, unknown.code], [REFUSED, REFUSED])
  assert.match(again.stderr, /purchase\.nothingheld/)
  assert.match(unknown.stderr, /purchase\.notfound/)
  assert.equal((await grantsOf(site, id))[0]?.endsAt, null)
})

siteTest('a shop that is turned off by command receives no payments', async (site) => {
  const shop = await openTebex(site, { 1: { kind: 'nothing' } })

  const off = await json(site, ['purchases', 'disable', 'tebex'])
  const refused = await shop.send('payment.completed', paymentOf())
  const unmapped = await json(site, ['purchases', 'unmap', 'tebex', '1'])
  const again = await command(site, ['purchases', 'unmap', 'tebex', '1'])
  const on = await json(site, ['purchases', 'enable', 'tebex'])
  const [tebex] = await json(site, ['purchases', 'sources'])

  assert.deepEqual([off, refused.status], [{ source: 'tebex', done: 'off' }, 404])
  assert.deepEqual([unmapped.done, again.code], ['unmapped', REFUSED])
  assert.deepEqual([new URL(on.url).pathname, on.hasSecret], [shop.path, true])
  assert.deepEqual([tebex.source, tebex.enabled, tebex.products], ['tebex', true, []])
})

sqliteTest('a purchases command with wrong arguments exits with 2', async (site) => {
  const attempts = [
    ['enable', 'stripe'],
    ['map', 'tebex', '1'],
    ['map', 'tebex', '1', '--group', 'vip', '--nothing'],
    ['map', 'tebex', '1', '--virtual', '0'],
    ['map', 'tebex', '1', '--virtual', '1.234'],
    ['map', 'tebex', '1', '--real', '5', '--days', '3'],
    ['map', 'tebex', '1', '--group', 'vip', '--days', '0'],
  ]

  const codes = []
  for (const attempt of attempts) codes.push((await command(site, ['purchases', ...attempt])).code)

  assert.deepEqual(codes, Array(attempts.length).fill(WRONG_USAGE))
})

function writeSecret(site: Site): string {
  const file = join(site.dataDir, 'secret')
  writeFileSync(file, `${SECRET}\n`)
  return file
}
