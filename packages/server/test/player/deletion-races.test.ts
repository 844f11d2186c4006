import assert from 'node:assert/strict'
import { DAY } from '../../src/platform/clock.ts'
import { outcome } from '../browser.ts'
import { PASSWORD, siteTest } from '../site.ts'
import { auditsOf } from '../staff.ts'
import { leave, people, sweep } from './leaver.ts'

siteTest(
  'of sign-ins and the deletion at one instant, one wins',
  async (site) => {
    const names = ['Steve', 'Alex', 'Ari', 'Efe', 'Kai']
    for (const [round, name] of names.entries()) {
      const leaver = await site.player(name, { ip: `192.0.2.${round + 1}` })
      await leave(leaver)
      site.wait(14 * DAY)

      const enter = (turn: number) =>
        site.browser({ instance: turn % 2, ip: `198.51.100.${turn}` }).logIn(name, PASSWORD)
      const turns = Array.from({ length: 8 }, (_, turn) => turn)
      const [replies] = await Promise.all([
        Promise.all(turns.map(enter)),
        ...turns.map((turn) => sweep(site, turn % 2)),
      ])

      const isKept = (await people(site)).players.includes(name)
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
  { instances: 2 },
)

siteTest(
  'many sweeps of two servers delete everybody once',
  async (site) => {
    const leavers = []
    for (const number of [1, 2, 3, 4]) {
      leavers.push(await site.player(`Player${number}`, { ip: `192.0.2.${number}` }))
    }
    for (const leaver of leavers) await leave(leaver)
    site.wait(14 * DAY)

    await Promise.all(Array.from({ length: 10 }, (_, turn) => sweep(site, turn % 2)))

    const deleted = (await auditsOf(site, 'player.deleted')).map(({ target }) => target)
    assert.deepEqual(deleted.sort(), leavers.map(({ id }) => id).sort())
    const farewells = (await site.mails()).filter(({ subject }) => subject?.includes('was deleted'))
    assert.equal(farewells.length, leavers.length)
  },
  { instances: 2 },
)
