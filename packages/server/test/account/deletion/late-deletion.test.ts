import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAY } from '../../../src/platform/clock.ts'
import { queue } from '../../mail/mail-site.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { leave, people, sweep } from './leaver.ts'

siteTest('a mail that cannot be deleted puts off its own player alone', async (site) => {
  const names = ['Steve', 'Alex', 'Ari']
  const [steve, alex, ari] = await Promise.all(names.map((name) => site.player(name)))
  for (const leaver of [steve, alex, ari]) if (leaver) await leave(leaver)
  await site.mails() // each becomes a file
  const [stuck = '', ...more] = filesTo(site, alex?.email)
  for (const file of filesTo(site, ari?.email)) rmSync(file)
  fix(stuck)

  site.wait(14 * DAY)
  await sweep(site)
  const first = await people(site)
  const errors = errorsOf(site)
  rmSync(stuck, { recursive: true })
  await sweep(site)

  assert.equal(more.length, 0)
  assert.deepEqual(first, { players: ['Alex'], husks: [steve?.id, ari?.id].sort() })
  assert.deepEqual(
    errors.map(({ msg, ids }) => [msg, ids]),
    [['deletions have to wait', [alex?.id]]],
  )
  assert.ok(errors[0]?.err.message.includes(stuck))
  assert.deepEqual((await people(site)).players, [])
  assert.equal(errorsOf(site).length, 1)
})

siteTest('more such players than are looked up at once hold up nobody', async (site) => {
  const due = { deletes_at: site.now() }
  for (let turn = 0; turn < 101; turn += 1) {
    const id = await insertAccount(site, `Stuck_${turn}`)
    await queue(site, ['Hello'], { to: `Stuck_${turn}@example.org` })
    await site.app.db.updateTable('player').set(due).where('id', '=', id).execute()
  }
  await site.app.postman.round()
  for (const file of filesTo(site)) fix(file)
  const alex = await site.player('Alex')
  await leave(alex)
  site.wait(14 * DAY)

  await sweep(site)

  const { players, husks } = await people(site)
  assert.deepEqual([players.length, husks], [101, [alex.id]])
  assert.deepEqual(
    errorsOf(site).map(({ ids }) => ids.length),
    [101],
  )
})

/** The files of mails, of those to one address if it is given. */
function filesTo(site: Site, address = ''): string[] {
  const folder = join(site.dataDir, 'mail')
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(file, 'utf8').includes(`To: ${address}`))
}

/** Puts in the place of a file what nobody can delete as one, not even root. */
function fix(file: string): void {
  rmSync(file)
  mkdirSync(file)
}

function errorsOf(site: Site) {
  return site.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
}
