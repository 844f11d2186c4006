import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlinePlayerId } from './player-id.ts'

test('an offline UUID equals the one that game servers derive from the name', () => {
  const ids = ['Notch', 'jeb_'].map(offlinePlayerId)

  assert.deepEqual(ids, [
    'b50ad385-829d-3141-a216-7e7d7539ba7f',
    'a762f560-4fce-3236-812a-b80efff0b62b',
  ])
})

test('an offline UUID depends on the letter case of the name', () => {
  assert.notEqual(offlinePlayerId('notch'), offlinePlayerId('Notch'))
})
