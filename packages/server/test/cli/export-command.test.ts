import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzip } from '../account/export/unzip.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, json, REFUSED } from './command.ts'

siteTest('the export command writes all data of a player to a file', async (site) => {
  const steve = await site.player('Steve')
  const file = join(site.dataDir, 'steve.zip')

  const written = await json(site, ['player', 'export', 'steve', file])

  const data = JSON.parse(unzip(readFileSync(file)).get('data.json')?.toString() ?? '')
  const [audit] = await site.app.db
    .selectFrom('audit')
    .select(['actor', 'target'])
    .where('action', '=', 'export.written')
    .execute()
  assert.deepEqual(written, { username: 'Steve', file })
  assert.equal(data.account[0].uuid, steve.id)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(audit, { actor: 'command', target: steve.id })
})

sqliteTest('the export command refuses existing files and unknown players', async (site) => {
  await site.player('Steve')
  const file = join(site.dataDir, 'mine.txt')
  writeFileSync(file, 'mine')

  const over = await command(site, ['player', 'export', 'Steve', file])
  const nobody = await command(site, ['player', 'export', 'Nobody', join(site.dataDir, 'n.zip')])

  assert.deepEqual([over.code, nobody.code], [REFUSED, REFUSED])
  assert.match(over.stderr, /mine\.txt already exists/)
  assert.equal(readFileSync(file, 'utf8'), 'mine')
})
