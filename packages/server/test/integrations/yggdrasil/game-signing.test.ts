import assert from 'node:assert/strict'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame, openSteve, waitForKey } from './game-player.ts'

sqliteTest(
  'game servers can confirm joins while the queue for signing profiles is full',
  async (site) => {
    const { game, bareId, signedIn } = await openSteve(site)
    const alex = await site.player('Alex')
    await waitForKey(site)
    const signed = (id: string) => game.profile(id, '?unsigned=false')
    await signed(bareId)
    const alexInGame = await openGame(site).authenticate('Alex')
    await game.join(alexInGame, 'server')

    const flood = fillTurn(site)
    const replies = [
      await signed(alex.id),
      await game.profile(alex.id),
      await signed(bareId),
      await game.hasJoined('Alex', 'server'),
    ]
    await flood.end()
    const afterwards = await signed(alex.id)

    assert.deepEqual([signedIn, alexInGame].map(statusOf), [200, 200])
    assert.deepEqual(replies.map(statusOf), [503, 200, 200, 200])
    assert.ok(Number(replies[0]?.headers['retry-after']) > 0)
    assert.equal(afterwards.status, 200)
  },
)

function statusOf({ status }: { status: number }): number {
  return status
}

/** Fills the queue of the signing limiter until it is released. */
function fillTurn({ app }: Site) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const jobs = Array.from({ length: 2 + 256 }, () => app.signingLimiter(() => promise))
  return {
    async end() {
      resolve()
      await Promise.all(jobs)
    },
  }
}
