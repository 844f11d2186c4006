import { flushCompileCache } from 'node:module'
import { finishDeletions } from '../../../src/account/deletion/delete-player.ts'
import { withApp } from '../../../src/cli/output.ts'
import { DAY } from '../../../src/platform/clock.ts'

/*
 * A process that runs due deletions and kills itself before its statement number DIES_AT, like a power cut. Prints
 * `done` on stdout if it finishes.
 */
const YEAR = 365 * DAY
const diesAt = Number(process.env.DIES_AT)
let statements = 0

flushCompileCache() // a killed process would not save it, and the next one would compile everything again

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
