import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAY } from '../../../src/platform/clock.ts'
import { queue } from '../../mail/mail-site.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { playersAndTombstones, requestDeletion, runDueDeletions } from './leaver.ts'

siteTest(
  'a mail file that cannot be deleted delays only the deletion of its recipient',
  async (site) => {
    const names = ['Steve', 'Alex', 'Ari']
    const [steve, alex, ari] = await Promise.all(names.map((name) => site.player(name)))
    for (const leaver of [steve, alex, ari]) if (leaver) await requestDeletion(leaver)
    await site.mails() // each becomes a file
    const [stuck = '', ...more] = filesTo(site, alex?.email)
    for (const file of filesTo(site, ari?.email)) rmSync(file)
    fix(stuck)

    site.wait(14 * DAY)
    await runDueDeletions(site)
    const first = await playersAndTombstones(site)
    const errors = errorsOf(site)
    rmSync(stuck, { recursive: true })
    await runDueDeletions(site)

    assert.equal(more.length, 0)
    assert.deepEqual(first, { players: ['Alex'], tombstones: [steve?.id, ari?.id].sort() })
    assert.deepEqual(
      errors.map(({ msg, ids }) => [msg, ids]),
      [['deleting players failed; retrying in the next run', [alex?.id]]],
    )
    assert.ok(errors[0]?.err.message.includes(stuck))
    assert.deepEqual((await playersAndTombstones(site)).players, [])
    assert.equal(errorsOf(site).length, 1)
  },
  { settings: { deletionDays: '14' } },
)

siteTest(
  'a full batch of failing deletions does not block another player’s deletion',
  async (site) => {
    const due = { deletes_at: site.now() }
    for (let turn = 0; turn < 101; turn += 1) {
      const id = await insertAccount(site, `Stuck_${turn}`)
      await queue(site, ['Hello'], { to: `Stuck_${turn}@example.org` })
      await site.app.db.updateTable('player').set(due).where('id', '=', id).execute()
    }
    await site.app.mailWorker.flush()
    for (const file of filesTo(site)) fix(file)
    const alex = await site.player('Alex')
    await requestDeletion(alex)
    site.wait(14 * DAY)

    await runDueDeletions(site)

    const { players, tombstones } = await playersAndTombstones(site)
    assert.deepEqual([players.length, tombstones], [101, [alex.id]])
    assert.deepEqual(
      errorsOf(site).map(({ ids }) => ids.length),
      [101],
    )
  },
  { settings: { deletionDays: '14' } },
)

/** Lists the mail files, optionally of one address. */
function filesTo(site: Site, address = ''): string[] {
  const folder = join(site.dataDir, 'mail')
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(file, 'utf8').includes(`To: ${address}`))
}

/** Replaces a file by a folder, which no user can delete as a file, not even root. */
function fix(file: string): void {
  rmSync(file)
  mkdirSync(file)
}

function errorsOf(site: Site) {
  return site.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
}
