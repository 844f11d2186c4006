import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditActions } from '../../contract/src/audit-actions.ts'
import en from '../src/i18n/en/records.ts'
import { changedFields } from '../src/pages/admin/audit-log/audit-change.ts'

test('of two objects only the fields that differ are listed', () => {
  const fields = changedFields(
    '{"real":0,"virtual":5,"roles":[]}',
    '{"real":125.5,"virtual":5,"roles":["moderator","builder"]}',
  )

  assert.deepEqual(fields, [
    { name: 'real', before: 0, after: 125.5 },
    { name: 'roles', before: [], after: ['moderator', 'builder'] },
  ])
})

test('what was created or deleted is listed in full', () => {
  assert.deepEqual(changedFields(null, '{"group":"gold","expiresAt":null}'), [
    { name: 'group', before: undefined, after: 'gold' },
    { name: 'expiresAt', before: undefined, after: null },
  ])
  assert.deepEqual(changedFields('["moderator"]', null), [
    { name: '', before: ['moderator'], after: undefined },
  ])
})

test('plain text stays as it is', () => {
  assert.deepEqual(changedFields('off', '12'), [{ name: '', before: 'off', after: '12' }])
  assert.deepEqual(changedFields(null, null), [])
})

test('there are words for every action', () => {
  const groups: Record<string, Record<string, string>> = en.actions
  const silent = auditActions.filter((action) => {
    const [group = '', deed = ''] = action.split('.')
    return !groups[group]?.[deed]
  })

  assert.deepEqual(silent, [])
})
