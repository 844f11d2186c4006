import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from '../src/pages/admin/audit-log/audit-change.ts'

test('only the changed fields of an object are listed', () => {
  const fields = changedFields(
    '{"real":0,"virtual":5,"roles":[]}',
    '{"real":125.5,"virtual":5,"roles":["moderator","builder"]}',
  )

  assert.deepEqual(fields, [
    { name: 'real', before: 0, after: 125.5 },
    { name: 'roles', before: [], after: ['moderator', 'builder'] },
  ])
})

test('a created or deleted object is listed in full', () => {
  assert.deepEqual(changedFields(null, '{"group":"gold","expiresAt":null}'), [
    { name: 'group', before: undefined, after: 'gold' },
    { name: 'expiresAt', before: undefined, after: null },
  ])
  assert.deepEqual(changedFields('["moderator"]', null), [
    { name: '', before: ['moderator'], after: undefined },
  ])
})

test('a change of a value that is not an object shows the old and the new value', () => {
  assert.deepEqual(changedFields('off', '12'), [{ name: '', before: 'off', after: '12' }])
  assert.deepEqual(changedFields(null, null), [])
})
