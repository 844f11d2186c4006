import { mkdtempSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { unknownMetrics } from './cluster/check-alerts.ts'
import { compareOperations } from './cluster/check-operation-log.ts'
import { measureCommits, measureWays } from './cluster/costs.ts'
import { FAULTS, type Fault } from './cluster/faults.ts'
import { openOlderStage } from './cluster/older-release.ts'
import { CONNECTION_MODES } from './cluster/portals.ts'
import { missingPackages } from './cluster/programs.ts'
import { goThrough, openStage, type Stage } from './cluster/stage.ts'
import { faultsOf, headOfTable, rowOfTable, summed } from './cluster/table.ts'
import { type Outcome, tryFault } from './cluster/try-fault.ts'
import { atExitRemoved, exitOnSignals } from './place.ts'

const USAGE = `npm run -s failover -- [--fault kill-primary]... [--times 20] [--way haproxy]

Runs the installation of deploy/several-machines on loopback (etcd, Patroni with a synchronous standby,
HAProxy, PgBouncer, two Portals), breaks it while players act, and compares the responses with the new
primary. Exits with 1 if a confirmed change is lost, a change is made twice or although the response was that
nothing changed, a response is a 5xx other than 503, or a request takes more than 10 s.

  --fault <name>   only this fault; may be repeated
  --times <n>      how often each fault happens
  --way <way>      ${CONNECTION_MODES.join(', ')}: how Portal finds the primary
  --careless       repeat payments without their key: shows that double payments are detected
  --lossy          confirm changes before they are on a disk: shows that a loss is detected
  --costs          only measure the cost of each synchronous_commit and of each way to the database
  --keep           keep the folder with the logs

Faults: ${Object.keys(FAULTS).join(', ')}`

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: Object.keys(FAULTS) },
    times: { type: 'string' },
    way: { type: 'string' },
    careless: { type: 'boolean', default: false },
    lossy: { type: 'boolean', default: false },
    costs: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
const missing = missingPackages()
if (values.help) console.log(USAGE)
else if (missing.length > 0) console.log(`skipped: this machine lacks ${missing.join(', ')}`)
else process.exitCode = (await tryAll()) ? 0 : 1
process.exit()

async function tryAll(): Promise<boolean> {
  const names = values.fault.filter((name) => !FAULTS[name])
  if (names.length > 0) throw new Error(`there is no fault ${names.join(', ')}`)
  const folder = values.keep
    ? mkdtempSync('/tmp/portal-failover-')
    : atExitRemoved('portal-failover-')
  exitOnSignals()
  const stage = await openStage(folder)
  if (values.costs) return measure(stage)
  if (values.lossy) await answerTooEarly(stage)
  const unknown = await unknownMetrics(stage)
  if (unknown.length > 0) throw new Error(`no program has the metrics ${unknown.join(', ')}`)
  console.log(headOfTable())
  const outcomes: Outcome[] = []
  for (const name of values.fault) {
    const fault = FAULTS[name]
    if (fault) outcomes.push(await tryOne(stage, fault))
  }
  const { cluster } = stage
  const operations = outcomes.filter(({ isOlder }) => !isOlder).flatMap(({ log }) => log.operations)
  const end = await compareOperations(cluster.urlAt(await cluster.primary()), operations)
  console.log(
    `\nat the end ${operations.length} changes: ${end.lost} lost, ${end.doubled} done twice`,
  )
  if (values.keep) console.log(`logs: ${folder}`)
  return end.lost + end.doubled === 0 && outcomes.every((one) => faultsOf(one).length === 0)
}

async function measure(stage: Stage): Promise<boolean> {
  for (const line of await measureCommits(stage)) console.log(line)
  for (const line of ['', ...(await measureWays(stage))]) console.log(line)
  return true
}

async function tryOne(stage: Stage, fault: Fault): Promise<Outcome> {
  const way = CONNECTION_MODES.find((name) => name === values.way) ?? fault.way
  if (stage.way !== way) await goThrough(stage, way)
  const times = fault.isOlder ? 1 : Number(values.times ?? fault.times)
  const place = fault.isOlder ? await openOlderStage(stage) : stage
  const outcome = await tryFault(place, fault, { times, isCareless: values.careless })
  if (place !== stage) {
    stage.portals = place.portals
    await goThrough(stage, way)
  }
  console.log(rowOfTable(outcome))
  for (const line of summed(faultsOf(outcome)).slice(0, 20)) console.log(`  NOT GOOD: ${line}`)
  return outcome
}

/** Makes PostgreSQL confirm changes before they are on a disk. */
async function answerTooEarly({ cluster }: Stage): Promise<void> {
  await cluster.change({
    postgresql: { parameters: { synchronous_commit: 'off', wal_writer_delay: '5s' } },
  })
  await sleep(5_000) // until Patroni has configured PostgreSQL
}
