import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DONE } from '../cli/command.ts'
import { capeFile, skinFile, storedTextures } from '../profiles/textures/texture-requests.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { onSqlite } from './old-database.ts'

const SKIN = 'a'.repeat(64)
const SLIM = 'b'.repeat(64)
const CAPE = 'c'.repeat(64)
const HASH = '$2y$10$O7eZQEHsQ3SxqvBlMdtlNOD/6iyhKV2GQM/VwfzgeBpnOaz.JOv/m'

/** Makes a folder with a skin, a slim skin and a cape. */
function oldFolder(nameOf: (kind: string, hash: string) => string) {
  const folder = newFolder()
  const files = [
    ['skin', SKIN, skinFile(1)],
    ['skin', SLIM, skinFile(2)],
    ['cape', CAPE, capeFile(3)],
  ] as const
  for (const [kind, hash, file] of files) {
    const path = join(folder.path, nameOf(kind, hash))
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, file)
  }
  return folder
}

async function moveIn(site: Site, source: string, from: string, ...args: string[]) {
  const options = ['--from', from, '--json', '--no-proof', ...args]
  const { code, stdout, stderr } = await runInProcess(['import', source, ...options], site.env)
  assert.equal(code, DONE, stderr)
  return JSON.parse(stdout)
}

/** Returns the skin model of each player by name, and whether the player has a cape. */
async function wornAt({ app }: Site) {
  const rows = await app.db
    .selectFrom('player')
    .select(['username', 'skin_model', 'cape_hash'])
    .execute()
  return Object.fromEntries(
    rows.map((row) => [row.username, [row.skin_model, row.cape_hash !== null]]),
  )
}

siteTest('skins and capes of Blessing Skin are imported from its folder', async (site) => {
  using folder = oldFolder((_kind, hash) => join('storage', 'textures', hash))
  const user = (uid: number) => ({ uid, email: `${uid}@example.org`, nickname: '', password: HASH })
  const worn = [
    { name: 'Steve', tid_skin: 1, tid_cape: 3 },
    { name: 'Alex', tid_skin: 2, tid_cape: 0 },
    { name: 'Bare', tid_skin: 0, tid_cape: 0 },
    { name: 'Lost', tid_skin: 4, tid_cape: 5 },
  ]
  await using database = await onSqlite(
    {
      name: 'users',
      create: {
        sqlite: `create table users (uid integer primary key, email text, nickname text,
          password text, permission int default 0)`,
      },
      rows: worn.map((_, n) => user(n + 1)),
    },
    {
      name: 'players',
      create: {
        sqlite: `create table players (pid integer primary key, uid int, name text, tid_skin int,
          tid_cape int)`,
      },
      rows: worn.map((one, n) => ({ pid: n + 1, uid: n + 1, ...one })),
    },
    {
      name: 'textures',
      create: { sqlite: 'create table textures (tid integer primary key, type text, hash text)' },
      rows: [
        { tid: 1, type: 'steve', hash: SKIN },
        { tid: 2, type: 'alex', hash: SLIM },
        { tid: 3, type: 'cape', hash: CAPE },
        { tid: 4, type: 'steve', hash: 'd'.repeat(64) },
        { tid: 5, type: 'cape', hash: `../textures/${CAPE}` },
      ],
    },
  )

  const { imported } = await moveIn(site, 'blessing', database.from, '--files', folder.path)

  assert.equal(imported, 4)
  assert.deepEqual(await wornAt(site), {
    Steve: ['classic', true],
    Alex: ['slim', false],
    Bare: [null, false],
    Lost: [null, false],
  })
  assert.equal(Object.keys(await storedTextures(site)).length, 3)
})

siteTest('the skin that a player selected in an old Blessing Skin is imported', async (site) => {
  using folder = oldFolder((_kind, hash) => hash)
  await using database = await onSqlite(
    {
      name: 'users',
      create: {
        sqlite: `create table users (uid integer primary key, email text, nickname text,
          password text, permission int default 0)`,
      },
      rows: [1, 2].map((uid) => ({
        uid,
        email: `${uid}@a.example`,
        nickname: '',
        password: HASH,
      })),
    },
    {
      name: 'players',
      create: {
        sqlite: `create table players (pid integer primary key, uid int, player_name text,
          preference text, tid_steve int, tid_alex int, tid_cape int)`,
      },
      rows: [
        {
          pid: 1,
          uid: 1,
          player_name: 'Steve',
          preference: 'default',
          tid_steve: 1,
          tid_alex: 2,
        },
        { pid: 2, uid: 2, player_name: 'Alex', preference: 'slim', tid_steve: 1, tid_alex: 2 },
      ],
    },
    {
      name: 'textures',
      create: { sqlite: 'create table textures (tid integer primary key, type text, hash text)' },
      rows: [
        { tid: 1, type: 'steve', hash: SKIN },
        { tid: 2, type: 'alex', hash: SLIM },
      ],
    },
  )

  await moveIn(site, 'blessing', database.from, '--files', folder.path)

  assert.deepEqual(await wornAt(site), { Steve: ['classic', false], Alex: ['slim', false] })
})

siteTest('skins and capes of Drasl are imported from its folder', async (site) => {
  using folder = oldFolder((kind, hash) => join(kind, `${hash}.png`))
  const worn = [
    { name: 'Steve', skin_hash: SKIN, skin_model: 'classic', cape_hash: CAPE },
    { name: 'Alex', skin_hash: SLIM, skin_model: 'slim', cape_hash: null },
    { name: 'Lost', skin_hash: CAPE, skin_model: 'slim', cape_hash: SKIN },
  ]
  const uuidOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  await using database = await onSqlite(
    {
      name: 'users',
      create: {
        sqlite: `create table users (uuid text primary key, username text, password_salt blob,
          password_hash blob, is_locked numeric)`,
      },
      rows: worn.map(({ name }, n) => ({ uuid: uuidOf(n), username: name })),
    },
    {
      name: 'players',
      create: {
        sqlite: `create table players (uuid text primary key, name text, user_uuid text,
          skin_hash text, skin_model text, cape_hash text)`,
      },
      rows: worn.map((one, n) => ({ uuid: uuidOf(n + 5), user_uuid: uuidOf(n), ...one })),
    },
  )

  const without = await moveIn(site, 'drasl', database.from, '--dry-run')
  await moveIn(site, 'drasl', database.from, '--files', folder.path)

  assert.equal(without.importable, 3)
  assert.deepEqual(await wornAt(site), {
    Steve: ['classic', true],
    Alex: ['slim', false],
    Lost: [null, false],
  })
})
