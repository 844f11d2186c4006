import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import { openLog } from '../platform/log.ts'
import { startJobs } from './run-jobs.ts'

test('a job that failed because of an outage runs again in a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const lines: string[] = []
  const log = openLog('error', { write: (text) => void lines.push(text) })
  const runs = { away: 0, broken: 0, fine: 0 }
  const outage = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const jobs = startJobs(log, {
    async away() {
      runs.away += 1
      if (runs.away < 3) throw outage
    },
    async broken() {
      runs.broken += 1
      throw new Error('a bug')
    },
    async fine() {
      runs.fine += 1
    },
  })
  const pass = async (duration: number) => {
    t.mock.timers.tick(duration)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    return { ...runs }
  }

  const first = await pass(SECOND)
  const early = await pass(MINUTE - 1)
  const second = await pass(1)
  const third = await pass(MINUTE)
  const settled = await pass(5 * MINUTE)
  const nextHour = await pass(HOUR)
  jobs.stop()

  assert.deepEqual([first, early], Array(2).fill({ away: 1, broken: 1, fine: 1 }))
  assert.deepEqual(second, { away: 2, broken: 1, fine: 1 })
  assert.deepEqual([third, settled], Array(2).fill({ away: 3, broken: 1, fine: 1 }))
  assert.deepEqual(nextHour, { away: 4, broken: 2, fine: 2 })
  const logged = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    logged.filter(({ jobs }) => jobs).map((line) => [line.jobs, line.reasons]),
    [
      [['away'], ['57P01']],
      [['away'], ['57P01']],
    ],
  )
  assert.ok(logged.every(({ jobs, err }) => !jobs || err === undefined))
})
