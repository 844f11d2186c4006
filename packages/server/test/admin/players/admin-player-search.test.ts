import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import { administrator } from '../../support/administrator.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { namesOf, reader } from './player-reader.ts'

siteTest('a search finds players by a part of the name or address, ignoring case', async (site) => {
  const alex = await reader(site)
  await insertAccount(site, 'Steve', { email: 'one@example.org' })
  await insertAccount(site, 'steven', { email: 'STEVE.two@example.org' })
  await insertAccount(site, 'SteveZzz', { email: 'three@example.org' })
  await insertAccount(site, 'Herobrine', { email: 'Steve@mail.example' })
  await insertAccount(site, 'NotSteve', { email: 'notsteve@example.org' })
  await insertAccount(site, 'St_ve', { email: 'percent@example.org' })
  await insertAccount(site, 'Vasya', { email: 'Вася@example.org' })
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const found = {
    name: await find('sTEVE'),
    spaced: await find('  steve '),
    address: await find('steve@'),
    whole: await find('ONE@example.org'),
    wildcard: await find('st_'),
    percent: await find('%'),
    inside: await find('ASY'),
    end: await find('zzz'),
    longer: await find('venzzz'),
    apart: await find('stestev'),
    quoted: await find('"asy"'),
    few: await find('ya'),
    cyrillic: await find('АСЯ@'),
    nobody: await find('стив'),
  }

  assert.deepEqual(found, {
    name: ['Steve', 'steven', 'SteveZzz', 'Herobrine', 'NotSteve'],
    spaced: ['Steve', 'steven', 'SteveZzz', 'Herobrine', 'NotSteve'],
    address: ['Herobrine', 'NotSteve'],
    whole: ['Steve'],
    wildcard: ['St_ve'],
    percent: [],
    inside: ['Vasya'],
    end: ['SteveZzz'],
    longer: [],
    apart: [],
    quoted: [],
    few: [],
    cyrillic: ['Vasya'],
    nobody: [],
  })
})

siteTest('a search lists matches in names before matches in addresses', async (site) => {
  const alex = await reader(site)
  for (let turn = 10; turn < 22; turn += 1) {
    await insertAccount(site, `Ab_${turn}`, { email: `ab${turn}@example.org` })
    await insertAccount(site, `Cd_${turn}`, { email: `ab${turn}x@example.org` })
  }

  const { items, pages } = await alex.all('/admin/players', { query: 'AB', limit: 5 })

  assert.equal(pages, 5)
  const turns = Array.from({ length: 12 }, (_, turn) => turn + 10)
  assert.deepEqual(namesOf(items), [
    ...turns.map((turn) => `Ab_${turn}`),
    ...turns.map((turn) => `Cd_${turn}`),
  ])
})

siteTest('a search lists matches at the beginning of a name before other matches', async (site) => {
  const alex = await reader(site)
  for (let turn = 10; turn < 22; turn += 1) {
    await insertAccount(site, `Cd_${turn}`, { email: `e${turn}@mail.abc`, createdAt: turn })
  }
  await insertAccount(site, 'Abc')

  const { items, pages } = await alex.all('/admin/players', { query: 'ABC', limit: 5 })

  assert.equal(pages, 3)
  const turns = Array.from({ length: 12 }, (_, turn) => `Cd_${21 - turn}`)
  assert.deepEqual(namesOf(items), ['Abc', ...turns])
})

siteTest('the search reflects new names and deleted players immediately', async (site) => {
  const alex = await administrator(site, ['panel.players.read', 'panel.players.edit'])
  const steve = await site.player('Steve')
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const registered = await find('tev')
  const renaming = { username: 'Herobrine', email: 'one@example.org' }
  const { status } = await alex.send('PATCH', `/admin/players/${steve.id}`, renaming)
  const renamed = [await find('tev'), await find('robrin')]
  await site.app.db.deleteFrom('session').where('player_id', '=', steve.id).execute()
  await site.app.db.deleteFrom('device').where('player_id', '=', steve.id).execute()
  await site.app.db.deleteFrom('player').where('id', '=', steve.id).execute()
  await insertAccount(site, 'Jeb', { email: 'other@example.org' })

  assert.equal(status, 200)
  assert.deepEqual(registered, ['Steve'])
  assert.deepEqual(renamed, [[], ['Herobrine']])
  assert.deepEqual([await find('robrin'), await find('other@')], [[], ['Jeb']])
})

siteTest('a search finds a player by uuid, with or without dashes', async (site) => {
  const alex = await reader(site)
  const id = await insertAccount(site, 'Steve')
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const found = [
    await find(id),
    await find(id.toUpperCase()),
    await find(id.replaceAll('-', '')),
    await find('00000000-0000-4000-8000-000000000000'),
  ]

  assert.deepEqual(found, [['Steve'], ['Steve'], ['Steve'], []])
})

siteTest(
  'a search by IP address finds players who signed in from it, latest first',
  async (site) => {
    const alex = await reader(site)
    for (const [turn, name] of ['Steve', 'Jeb', 'Efe'].entries()) {
      await site.player(name, { ip: `192.0.2.1${turn}` })
    }
    for (const name of ['Steve', 'Jeb', 'Steve']) {
      site.wait(SECOND)
      await site.browser({ ip: '198.51.100.7' }).logIn(name, PASSWORD)
      await site.browser({ ip: '198.51.100.7' }).logIn('Efe', 'not the password')
    }
    const find = async (query: string) =>
      namesOf((await alex.all('/admin/players', { query })).items)

    const found = {
      shared: await find('198.51.100.7'),
      mapped: await find('::ffff:198.51.100.7'),
      own: await find('192.0.2.12'),
      nobody: await find('198.51.100.8'),
    }

    assert.deepEqual(found, {
      shared: ['Steve', 'Jeb'],
      mapped: ['Steve', 'Jeb'],
      own: ['Efe'],
      nobody: [],
    })
  },
)
