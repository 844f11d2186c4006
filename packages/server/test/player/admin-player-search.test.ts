import assert from 'node:assert/strict'
import { SECOND } from '../../src/platform/clock.ts'
import { insertAccount } from '../crowd.ts'
import { PASSWORD, siteTest } from '../site.ts'
import { namesOf, reader } from './player-reader.ts'

siteTest('a player is found by how their name or address begins, in any case', async (site) => {
  const alex = await reader(site)
  await insertAccount(site, 'Steve', { email: 'one@example.org' })
  await insertAccount(site, 'steven', { email: 'STEVE.two@example.org' })
  await insertAccount(site, 'SteveZzz', { email: 'three@example.org' })
  await insertAccount(site, 'Herobrine', { email: 'Steve@mail.example' })
  await insertAccount(site, 'NotSteve', { email: 'notsteve@example.org' })
  await insertAccount(site, 'St_ve', { email: 'percent@example.org' })
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

  const found = {
    name: await find('sTEVE'),
    spaced: await find('  steve '),
    address: await find('steve@'),
    whole: await find('ONE@example.org'),
    wildcard: await find('st_'),
    percent: await find('%'),
    nobody: await find('zzz'),
    cyrillic: await find('стив'),
  }

  assert.deepEqual(found, {
    name: ['Steve', 'steven', 'SteveZzz', 'Herobrine'],
    spaced: ['Steve', 'steven', 'SteveZzz', 'Herobrine'],
    address: ['Herobrine'],
    whole: ['Steve'],
    wildcard: ['St_ve'],
    percent: [],
    nobody: [],
    cyrillic: [],
  })
})

siteTest('a search goes from names to addresses across its pages', async (site) => {
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

siteTest('a player is found by their uuid, with dashes or without', async (site) => {
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

siteTest('players are found by the address they signed in from, the last first', async (site) => {
  const alex = await reader(site)
  for (const [turn, name] of ['Steve', 'Jeb', 'Efe'].entries()) {
    await site.player(name, { ip: `192.0.2.1${turn}` })
  }
  for (const name of ['Steve', 'Jeb', 'Steve']) {
    site.wait(SECOND)
    await site.browser({ ip: '198.51.100.7' }).logIn(name, PASSWORD)
    await site.browser({ ip: '198.51.100.7' }).logIn('Efe', 'not the password')
  }
  const find = async (query: string) => namesOf((await alex.all('/admin/players', { query })).items)

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
})
