import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Directory, evaluateDirectory } from './check-data-directory.ts'

const EXT4 = 0xef53
const TMPFS = 0x01021994
const OVERLAY = 0x794c7630
const NFS = 0x6969

const fine: Directory = {
  path: '/srv/portal',
  isWritable: true,
  mode: 0o40700,
  owner: 1000,
  uid: 1000,
  keyMode: 0o100600,
  kind: EXT4,
  usesSqlite: true,
}

test('the data directory check expects a permanent, local, writable and private folder', () => {
  const states = {
    fine: evaluateDirectory(fine).state,
    readOnly: evaluateDirectory({ ...fine, isWritable: false }).state,
    inMemory: evaluateDirectory({ ...fine, kind: TMPFS }).state,
    inContainer: evaluateDirectory({ ...fine, kind: OVERLAY }).state,
    remote: evaluateDirectory({ ...fine, kind: NFS }).state,
    remoteWithPostgres: evaluateDirectory({ ...fine, kind: NFS, usesSqlite: false }).state,
    readableKey: evaluateDirectory({ ...fine, keyMode: 0o100640 }).state,
    keyElsewhere: evaluateDirectory({ ...fine, keyMode: undefined }).state,
    readable: evaluateDirectory({ ...fine, mode: 0o40755 }).state,
    foreign: evaluateDirectory({ ...fine, uid: 0 }).state,
    withoutOwners: evaluateDirectory({ ...fine, uid: undefined, owner: 0 }).state,
  }

  assert.deepEqual(states, {
    fine: 'good',
    readOnly: 'bad',
    inMemory: 'bad',
    inContainer: 'warning',
    remote: 'bad',
    remoteWithPostgres: 'good',
    readableKey: 'bad',
    keyElsewhere: 'good',
    readable: 'warning',
    foreign: 'warning',
    withoutOwners: 'good',
  })
})

test('the advice about a key that others can read names the file of the key', () => {
  const { advice } = evaluateDirectory({ ...fine, keyMode: 0o100644 })

  assert.equal(advice?.en, 'Run chmod 600 /srv/portal/encryption.key')
})
