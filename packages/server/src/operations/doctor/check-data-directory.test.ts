import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Directory, judgeDirectory } from './check-data-directory.ts'

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

test('a data directory should be permanent, local, writable and closed to others', () => {
  const states = {
    fine: judgeDirectory(fine).state,
    readOnly: judgeDirectory({ ...fine, isWritable: false }).state,
    inMemory: judgeDirectory({ ...fine, kind: TMPFS }).state,
    inContainer: judgeDirectory({ ...fine, kind: OVERLAY }).state,
    remote: judgeDirectory({ ...fine, kind: NFS }).state,
    remoteWithPostgres: judgeDirectory({ ...fine, kind: NFS, usesSqlite: false }).state,
    readableKey: judgeDirectory({ ...fine, keyMode: 0o100640 }).state,
    keyElsewhere: judgeDirectory({ ...fine, keyMode: undefined }).state,
    readable: judgeDirectory({ ...fine, mode: 0o40755 }).state,
    foreign: judgeDirectory({ ...fine, uid: 0 }).state,
    withoutOwners: judgeDirectory({ ...fine, uid: undefined, owner: 0 }).state,
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

test('the advice about a readable key names the file', () => {
  const { advice } = judgeDirectory({ ...fine, keyMode: 0o100644 })

  assert.equal(advice?.en, 'Run chmod 600 /srv/portal/encryption.key')
})
