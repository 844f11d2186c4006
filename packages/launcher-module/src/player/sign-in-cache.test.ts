import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSignInCache } from './sign-in-cache.ts'

const credentials = { login: 'Steve', password: 'correct horse', code: '123456' }
const changed = { ...credentials, password: 'battery staple', code: '654321' }
const of = (uuid: string) => ({ ...credentials, login: uuid })

test('a cache key of a sign-in reveals no credentials', () => {
  const [one, other] = [openSignInCache(() => 0), openSignInCache(() => 0)]

  const { name } = one.begin(credentials)

  assert.match(name, /^[A-Za-z0-9+/]{43}=$/)
  assert.equal(one.begin({ ...credentials }).name, name)
  assert.notEqual(other.begin(credentials).name, name)
})

test('an accepted sign-in is cached for one minute', () => {
  let now = 0
  const memory = openSignInCache(() => now, 2)
  const accept = (uuid: string) => memory.accept(memory.begin(of(uuid)), { uuid })
  const known = (...uuids: string[]) =>
    uuids.map((uuid) => memory.find(memory.begin(of(uuid)))?.uuid)
  accept('a')
  now = 1
  accept('b')
  accept('c')

  const bounded = known('a', 'b', 'c')
  now = 60_000
  const later = known('b', 'c')
  now = 60_001

  assert.deepEqual(bounded, [undefined, 'b', 'c'])
  assert.deepEqual(later, ['b', 'c'])
  assert.deepEqual(known('b', 'c'), [undefined, undefined])
})

const overlaps: [string, (clear: () => void, wait: () => void) => void][] = [
  ['', () => undefined],
  [', even if the cache was cleared in between', (clear) => clear()],
  [', even if a minute passed in between', (_, wait) => wait()],
]
for (const [name, meanwhile] of overlaps) {
  test(`of two overlapping sign-ins of one player, neither is cached${name}`, () => {
    let now = 0
    const memory = openSignInCache(() => now)
    const verdict = { uuid: 'steve' }
    const [slow, fast] = [memory.begin(credentials), memory.begin(changed)]

    memory.accept(fast, verdict)
    meanwhile(memory.clear, () => {
      now = 60_000
    })
    memory.accept(slow, verdict)

    assert.deepEqual([memory.find(slow), memory.find(fast)], [undefined, undefined])
  })
}
