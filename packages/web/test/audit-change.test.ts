import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from '../src/pages/panel/audit-change.ts'

test('of two objects only the fields that differ are listed', () => {
  const fields = changedFields(
    '{"real":0,"virtual":5,"roles":[]}',
    '{"real":125.5,"virtual":5,"roles":["moderator","builder"]}',
  )

  assert.deepEqual(fields, [
    { name: 'real', before: '0', after: '125.5' },
    { name: 'roles', before: '—', after: 'moderator, builder' },
  ])
})

test('what was created or deleted is listed in full', () => {
  assert.deepEqual(changedFields(null, '{"group":"gold","expiresAt":null,"of":{"a":1}}'), [
    { name: 'group', before: '', after: 'gold' },
    { name: 'expiresAt', before: '', after: '—' },
    { name: 'of', before: '', after: '{"a":1}' },
  ])
  assert.deepEqual(changedFields('["moderator"]', null), [
    { name: '', before: 'moderator', after: '' },
  ])
})

test('plain text stays as it is', () => {
  assert.deepEqual(changedFields('off', 'on'), [{ name: '', before: 'off', after: 'on' }])
  assert.deepEqual(changedFields(null, null), [])
})
