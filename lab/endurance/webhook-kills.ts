import { parseArgs } from 'node:util'
import { makeModels } from '../../packages/server/test/support/empty-site.ts'
import { killSenders } from '../../packages/server/test/webhooks/kill-senders.ts'

/*
 * Kills the processes that send webhooks while events are recorded and the receiver fails:
 * `node lab/endurance/webhook-kills.ts [--postgres] [--events 10000] [--kills 20]`. PostgreSQL needs
 * TEST_DATABASE_URL, and is tried with two processes.
 */
const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
  },
})
const models = await makeModels()
try {
  const result = await killSenders({
    database: values.postgres ? 'PostgreSQL' : 'SQLite',
    events: Number(values.events),
    kills: Number(values.kills),
    pause: 8000,
    log: console.log,
  })
  console.log(JSON.stringify(result))
  process.exitCode = result.lost + result.outOfOrder === 0 ? 0 : 1
} finally {
  await models.remove()
}
