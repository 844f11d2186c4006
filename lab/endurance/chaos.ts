import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import { surviveFullDisk } from './full-disk.ts'
import { surviveHangingLeakService, surviveHangingMail } from './hanging-services.ts'
import { type Findings, surviveKills } from './kills.ts'
import { atExitRemoved, type Place } from './place.ts'

const USAGE = `npm run -s chaos -- [--kills 50]

Breaks the environment of a busy site: kill -9 at random moments on both databases, a full disk, a mail
server and a breach list that never respond. After each trial the database must be intact and contain
every change that the site confirmed. Exits with 1 otherwise.`

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, help: { type: 'boolean' } },
})
if (values.help) console.log(USAGE)
else process.exitCode = (await tryAll()) ? 0 : 1
process.exit()

async function tryAll(): Promise<boolean> {
  const folder = atExitRemoved('portal-chaos-')
  const postgres = await startEmbeddedPostgres([])
  const kills = Number(values.kills)
  const trials: [string, string, (place: Place) => Promise<Findings>][] = [
    ['kill -9 on SQLite', '', (place) => surviveKills(place, kills)],
    ['kill -9 on PostgreSQL', postgres.url, (place) => surviveKills(place, kills)],
    ['full disk', '', surviveFullDisk],
    ['silent mail server', '', surviveHangingMail],
    ['silent leak service', '', surviveHangingLeakService],
  ]
  let isGood = true
  for (const [number, [name, databaseUrl, survive]] of trials.entries()) {
    const place = { folder: join(folder, String(number)), databaseUrl }
    mkdirSync(place.folder)
    const { summary, faults } = await survive(place)
    console.log(`${name}: ${summary}: ${faults.length === 0 ? 'good' : 'NOT GOOD'}`)
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    isGood &&= faults.length === 0
  }
  await postgres.stop()
  return isGood
}
