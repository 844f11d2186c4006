import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Profile } from './profile.ts'
import { openProfileCache } from './profile-cache.ts'

function player(number: number, changes: Partial<Profile> = {}): Profile {
  return {
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    username: `Player_${number}`,
    roles: [],
    groups: [],
    permissions: [],
    banned: false,
    banReason: '',
    textures: {},
    ...changes,
  }
}

test('the least recently used profile is evicted', () => {
  const cache = openProfileCache(60_000, () => 0, 3)
  for (const number of [1, 2, 3]) cache.keep({ profile: player(number), sequence: number })

  cache.fresh({ username: 'player_1' })
  cache.keep({ profile: player(4), sequence: 4 })

  const kept = [1, 2, 3, 4].map((number) => cache.fresh({ uuid: player(number).uuid })?.username)
  assert.deepEqual(kept, ['Player_1', undefined, 'Player_3', 'Player_4'])
  assert.equal(cache.fresh({ username: 'Player_2' }), undefined)
  assert.equal(cache.clear(), 3)
})

test('of two responses about one player, the response to the later request is cached', () => {
  const cache = openProfileCache(60_000, () => 0)
  const { uuid } = player(1)

  cache.keep({ profile: player(1, { groups: ['vip'] }), sequence: 2 })
  cache.keep({ profile: player(1), sequence: 1 })

  assert.deepEqual(cache.fresh({ uuid })?.groups, ['vip'])
})

test('a name that changed hands finds its new owner in the cache', () => {
  const cache = openProfileCache(60_000, () => 0)
  cache.keep({ profile: player(1, { username: 'Steve' }), sequence: 1 })

  cache.keep({ profile: player(2, { username: 'steve' }), sequence: 2 })
  cache.keep({ profile: player(1, { username: 'Alex' }), sequence: 3 })

  assert.equal(cache.fresh({ username: 'STEVE' })?.uuid, player(2).uuid)
  assert.equal(cache.fresh({ username: 'Alex' })?.uuid, player(1).uuid)
})

test('at most 10,000 profiles are cached', () => {
  const cache = openProfileCache(60_000, () => 0)

  for (let number = 0; number < 10_001; number += 1) {
    cache.keep({ profile: player(number), sequence: number })
  }

  assert.equal(cache.clear(), 10_000)
})

test('cached players with equal permission lists share one list in memory', () => {
  const cache = openProfileCache(60_000, () => 0)
  for (const number of [1, 2]) {
    cache.keep({ profile: player(number, { permissions: ['a', 'b'] }), sequence: number })
  }
  cache.keep({ profile: player(3, { permissions: ['ab'] }), sequence: 3 })

  const [one, two, three] = [1, 2, 3].map((number) => cache.fresh({ uuid: player(number).uuid }))

  assert.equal(one?.permissions, two?.permissions)
  assert.deepEqual([one?.permissions, three?.permissions], [['a', 'b'], ['ab']])
})
