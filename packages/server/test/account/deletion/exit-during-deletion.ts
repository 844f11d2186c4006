import { finishDeletions } from '../../../src/account/deletion/delete-player.ts'
import { withApp } from '../../../src/cli/output.ts'
import { DAY } from '../../../src/platform/clock.ts'

/*
 * A process that deletes whoever asked for it, and dies as by a power cut before its statement number DIES_AT.
 * It says `done` on stdout when it got through.
 */
const YEAR = 365 * DAY
const diesAt = Number(process.env.DIES_AT)
let statements = 0

await withApp(async (app) => {
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      if (statements === diesAt) process.kill(process.pid, 'SIGKILL')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const clock = { now: () => app.clock.now() + 10 * YEAR }
  await finishDeletions({ ...app, db, clock })
  process.stdout.write('done')
})
