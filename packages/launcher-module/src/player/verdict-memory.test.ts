import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVerdictMemory } from './verdict-memory.ts'

const credentials = { login: 'Steve', password: 'correct horse', code: '123456' }

test('a name tells nothing of what was typed and differs from process to process', () => {
  const [one, other] = [openVerdictMemory(() => 0), openVerdictMemory(() => 0)]

  const name = one.nameOf(credentials)

  assert.match(name, /^[A-Za-z0-9+/]{43}=$/)
  assert.equal(one.nameOf({ ...credentials }), name)
  assert.notEqual(other.nameOf(credentials), name)
})

test('verdicts are bounded in number and in time', () => {
  let now = 0
  const memory = openVerdictMemory<string>(() => now, 2)
  memory.keep('a', 'A')
  now = 1
  memory.keep('b', 'B')
  memory.keep('c', 'C')

  const bounded = ['a', 'b', 'c'].map(memory.find)
  now = 60_000
  const later = ['b', 'c'].map(memory.find)
  now = 60_001

  assert.deepEqual(bounded, [undefined, 'B', 'C'])
  assert.deepEqual(later, ['B', 'C'])
  assert.deepEqual(['b', 'c'].map(memory.find), [undefined, undefined])
})
