import assert from 'node:assert/strict'
import { DONE } from '../cli/command.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { openSite, siteTest } from '../support/site.ts'
import { onSqlite } from './old-database.ts'
import { moveInTest } from './old-site.ts'
import { azuriom, azuriomTables } from './sites/azuriom.ts'

moveInTest(azuriom)

siteTest('an import from Azuriom leaves unconfirmed players unconfirmed', async (site) => {
  await using asking = await onSqlite(...azuriomTables(true))
  await using other = await onSqlite(...azuriomTables(false))
  const look = ['import', 'azuriom', '--json', '--skip-faulty', '--no-proof']

  const moved = await runInProcess([...look, '--from', asking.from], site.env)
  const rows = await site.app.db
    .selectFrom('player')
    .select(['username', 'real_cents', 'activated_at'])
    .execute()

  assert.equal(moved.code, DONE, moved.stderr)
  assert.deepEqual(
    rows.filter((row) => row.activated_at === null).map((row) => row.username),
    ['Newcomer'],
  )
  assert.deepEqual(
    rows.filter((row) => row.real_cents !== 0).map((row) => [row.username, row.real_cents]),
    [['Steve', 1250]],
  )
  const second = await openSite('SQLite')
  await runInProcess([...look, '--from', other.from], second.env)
  const unconfirmed = second.app.db.selectFrom('player').where('activated_at', 'is', null)
  const still = await unconfirmed.select('username').execute()
  await second.close()
  assert.deepEqual(still, [])
})
