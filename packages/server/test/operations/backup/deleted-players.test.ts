import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deletePlayer, finishDeletions } from '../../../src/account/deletion/delete-player.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { newFolder, newPlace } from '../../support/server-process.ts'
import { siteTest } from '../../support/site.ts'
import { backUp, openQuietly, restore } from './backup-place.ts'

const LIST = 'deleted-players.txt'

siteTest(
  'a deleted player restored from an old backup is deleted again at the start',
  async (site) => {
    using folder = newFolder()
    const file = join(folder.path, 'old.backup')
    const steve = await site.player('Steve')
    await site.player('Alex')
    await backUp(site.env, file)
    await deletePlayer(site.app, BY_OWNER, steve.id, { username: 'Steve', reason: 'A bot' })
    const list = readFileSync(join(site.dataDir, 'backups', LIST), 'utf8')
    await using place = await newPlace(site.database)
    copyFileSync(join(site.dataDir, 'backups', LIST), join(folder.path, LIST))

    const restored = await restore(place.env, file)
    await using app = await openedAt(place.env)
    const back = await namesOf(app)
    await finishDeletions(app)

    assert.match(list, new RegExp(`^${steve.id} 2030-`))
    assert.equal(restored.code, 0)
    assert.match(restored.stderr, /1 of these players were deleted after the backup was made/)
    assert.deepEqual([back, await namesOf(app)], [['Alex', 'Steve'], ['Alex']])
  },
)

siteTest('a player removed from the list of deleted players is restored', async (site) => {
  using folder = newFolder()
  const file = join(folder.path, 'old.backup')
  const steve = await site.player('Steve')
  await backUp(site.env, file)
  await deletePlayer(site.app, BY_OWNER, steve.id, { username: 'Steve', reason: 'A mistake' })
  await using place = await newPlace(site.database)
  const backups = join(place.env.DATA_DIR ?? '', 'backups')
  mkdirSync(backups, { recursive: true })
  copyFileSync(join(site.dataDir, 'backups', LIST), join(backups, LIST))

  await restore(place.env, file)
  writeFileSync(join(backups, LIST), '')
  await using app = await openedAt(place.env)
  await finishDeletions(app)

  assert.deepEqual(await namesOf(app), ['Steve'])
})

async function openedAt(env: Record<string, string>) {
  const app = await openQuietly(env)
  return { ...app, [Symbol.asyncDispose]: () => app.close() }
}

async function namesOf({ db }: Awaited<ReturnType<typeof openedAt>>): Promise<string[]> {
  const rows = await db.selectFrom('player').select('username').orderBy('username').execute()
  return rows.map(({ username }) => username)
}
