import assert from 'node:assert/strict'
import { sql } from 'kysely'
import {
  deletePlayerRows,
  replaceWithTombstone,
} from '../../../src/account/deletion/tombstone-store.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { lockPlayer } from '../../../src/players/player-store.ts'
import { outcome, tally } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { auditsOf } from '../../support/staff.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { playersAndTombstones, requestDeletion, runDueDeletions } from './leaver.ts'

siteTest(
  'sign-ins concurrent with a due deletion either all cancel it or all fail',
  async (site) => {
    const names = ['Steve', 'Alex', 'Ari', 'Efe', 'Kai']
    for (const [round, name] of names.entries()) {
      const leaver = await site.player(name, { ip: `192.0.2.${round + 1}` })
      await requestDeletion(leaver)
      site.wait(14 * DAY)

      const enter = (turn: number) =>
        site.browser({ instance: turn % 2, ip: `198.51.100.${turn}` }).logIn(name, PASSWORD)
      const turns = Array.from({ length: 8 }, (_, turn) => turn)
      const [replies] = await Promise.all([
        Promise.all(turns.map(enter)),
        ...turns.map((turn) => runDueDeletions(site, turn % 2)),
      ])

      const isKept = (await playersAndTombstones(site)).players.includes(name)
      const outcomes = new Set(replies.map(outcome))
      assert.deepEqual([...outcomes], [isKept ? '200' : '401 auth.wrongcredentials'])
      const ended = await auditsOf(site, isKept ? 'deletion.cancelled' : 'player.deleted')
      assert.equal(ended.filter(({ target }) => target === leaver.id).length, 1)
      const other = await auditsOf(site, isKept ? 'player.deleted' : 'deletion.cancelled')
      assert.deepEqual(
        other.filter(({ target }) => target === leaver.id),
        [],
      )
    }
  },
  { settings: { deletionDays: '14', signInCancelsDeletion: 'on' }, instances: 2 },
)

siteTest(
  'sign-ins during a player’s deletion leave no undecided attempts in the lockout counters',
  async (site) => {
    const { id } = await site.player('Steve')
    const waiting = async (): Promise<boolean> => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.app.db)
      return rows.length > 0
    }

    const { signingIn } = await site.app.db.transaction().execute(async (tx) => {
      await lockPlayer(tx, id)
      const signingIn = Promise.all(
        [0, 1, 0, 1].map((instance, turn) =>
          site.browser({ instance, ip: `198.51.100.${turn}` }).logIn('Steve', PASSWORD),
        ),
      )
      if (site.database === 'PostgreSQL') await waitUntil(waiting)
      await deletePlayerRows(tx, id)
      await replaceWithTombstone(tx, id, site.now())
      return { signingIn }
    })

    assert.deepEqual(tally(await signingIn), { '401 auth.wrongcredentials': 4 })
    const tries = await site.app.db.selectFrom('login_miss').select('misses').execute()
    const undecided = tries.flatMap(({ misses }) => JSON.parse(misses).undecided)
    assert.deepEqual(undecided, [])
  },
  { instances: 2 },
)

siteTest(
  'concurrent cleanup jobs of two instances delete each due player once',
  async (site) => {
    const leavers = []
    for (const number of [1, 2, 3, 4]) {
      leavers.push(await site.player(`Player${number}`, { ip: `192.0.2.${number}` }))
    }
    for (const leaver of leavers) await requestDeletion(leaver)
    site.wait(14 * DAY)

    await Promise.all(Array.from({ length: 10 }, (_, turn) => runDueDeletions(site, turn % 2)))

    const deleted = (await auditsOf(site, 'player.deleted')).map(({ target }) => target)
    assert.deepEqual(deleted.sort(), leavers.map(({ id }) => id).sort())
    const deletionMails = (await site.mails()).filter(({ subject }) =>
      subject?.includes('was deleted'),
    )
    assert.equal(deletionMails.length, leavers.length)
  },
  { settings: { deletionDays: '14' }, instances: 2 },
)
