import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import { missedBaselines, readBaselineFile } from './baseline-file.ts'
import { startBaselines } from './baselines.ts'
import { measureOverloadedSite, measureSite, type SiteFigures } from './measure-site.ts'
import { FEW, MANY, measureMillion } from './million.ts'
import { FULL, QUICK } from './plans.ts'
import { millionText, overloadText, stormText, toJson, toText, webhookText } from './report.ts'
import { measureStorm, reserveCoreForSite, type StormFigures } from './storm.ts'
import { targetShares } from './targets.ts'
import { measureWebhooks, type WebhookFigures } from './webhooks.ts'

const USAGE = `npm run -s bench -- [--quick] [--json] [--floor <file>] [--storm | --hammer | --webhooks | --million [--players <few,many>] [--seeded <folder>]]

Measures the site on SQLite and PostgreSQL against bare node:http and bare argon2id.
  --quick    a short run with rough figures
  --json     print the figures as a JSON document
  --floor    exit with 1 if a ratio is more than a tenth worse than in this file (lab/bench/baseline.yaml)
  --storm    only let 5,000 players return within a minute to a site with one core, on both databases
  --hammer   only measure GET /auth/me while other clients overload public endpoints, on SQLite
  --webhooks only compare a site without and with ten webhooks, and measure events while other receivers hang, on both databases
  --million  only compare frequent statements of a site with a million players and a site with a thousand
  --players  the numbers of players of these two sites (1000,1000000); above a million only on PostgreSQL
  --seeded   the folder in which these two sites stay for the next run (3 GB; creating them takes minutes)`

const SEEDED = join(tmpdir(), 'portal-bench-seeded')

const {
  quick,
  json,
  floor: baseline,
  storm,
  hammer: overload,
  webhooks,
  million,
  players,
  seeded,
} = readArguments()
const plan = quick ? QUICK : FULL
process.exitCode = await run()
process.exit()

async function run(): Promise<number> {
  await using cleanUp = new AsyncDisposableStack()
  try {
    const baselines =
      baseline === undefined ? undefined : readBaselineFile(readFileSync(baseline, 'utf8'))
    if (storm) {
      const figures = await Promise.race([measureStorms(cleanUp), interruption()])
      if (!figures) return 130
      console.log(json ? JSON.stringify(figures, null, 2) : stormText(figures))
      return figures.some(({ errors }) => Object.keys(errors).length > 0) ? 1 : 0
    }
    if (overload) {
      const place = { folder: join(temporaryFolder(), 'sqlite'), databaseUrl: '', plan }
      console.log(overloadText(await measureOverloadedSite(place)))
      return 0
    }
    if (webhooks) {
      const figures = await Promise.race([measureBothWebhooks(cleanUp), interruption()])
      if (!figures) return 130
      console.log(json ? JSON.stringify(figures, null, 2) : webhookText(figures))
      return 0
    }
    if (million) {
      const work = measureMillion(seeded, plan.million, players, { cleanUp, progress })
      const figures = await Promise.race([work, interruption()])
      if (!figures) return 130
      console.log(millionText(figures, players, json))
      const ratios = figures.map((one) => [`${one.database}: ${one.name}`, one.ratio] as const)
      return printMissed(missedBaselines(baselines?.million ?? {}, new Map(ratios), 'lower'))
    }
    const sites = await Promise.race([measureBoth(cleanUp), interruption()])
    if (!sites) return 130
    console.log(json ? toJson(sites, quick) : toText(sites, quick))
    const shares = sites.flatMap(targetShares).map(({ row, figure }) => [row, figure] as const)
    return printMissed(missedBaselines(baselines?.shares ?? {}, new Map(shares), 'higher'))
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : error}`)
    return 1
  }
}

function printMissed(missed: readonly string[]): number {
  for (const sentence of missed) console.error(`below the floor: ${sentence}`)
  return missed.length > 0 ? 1 : 0
}

async function measureBoth(cleanUp: AsyncDisposableStack): Promise<SiteFigures[]> {
  const folder = temporaryFolder()
  const baselines = await startBaselines()
  cleanUp.defer(() => baselines.stop())
  const around = { baselines, plan, progress }

  const alone = { ...around, folder: join(folder, 'sqlite'), databaseUrl: '' }
  const onSqlite = await measureSite('SQLite', alone)

  progress('PostgreSQL: starting a server')
  // default settings: unlike the server of the tests, this one waits for the disk
  const postgres = await startEmbeddedPostgres([])
  cleanUp.defer(() => postgres.stop())
  const served = { ...around, folder: join(folder, 'postgresql'), databaseUrl: postgres.url }
  return [onSqlite, await measureSite('PostgreSQL', served)]
}

async function measureStorms(cleanUp: AsyncDisposableStack): Promise<StormFigures[]> {
  const folder = temporaryFolder()
  reserveCoreForSite()
  const onSqlite = { folder: join(folder, 'sqlite'), databaseUrl: '', progress }
  const first = await measureStorm('SQLite', onSqlite)
  const postgres = await startEmbeddedPostgres([])
  cleanUp.defer(() => postgres.stop())
  const served = { folder: join(folder, 'postgresql'), databaseUrl: postgres.url, progress }
  return [first, await measureStorm('PostgreSQL', served)]
}

async function measureBothWebhooks(cleanUp: AsyncDisposableStack): Promise<WebhookFigures[]> {
  const folder = temporaryFolder()
  const alone = { folder: join(folder, 'sqlite'), databaseUrl: '', plan, progress }
  const onSqlite = await measureWebhooks('SQLite', alone)
  const postgres = await startEmbeddedPostgres([])
  cleanUp.defer(() => postgres.stop())
  const served = { ...alone, folder: join(folder, 'postgresql'), databaseUrl: postgres.url }
  return [onSqlite, await measureWebhooks('PostgreSQL', served)]
}

/** Creates a folder that is removed when the process ends for any reason. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Resolves on Ctrl-C or a kill, so that cleanup can stop everything. */
function interruption(): Promise<undefined> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve(undefined))
    process.once('SIGTERM', () => resolve(undefined))
  })
}

function progress(text: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`)
}

function readArguments() {
  try {
    const flag = { type: 'boolean', default: false } as const
    const only = { storm: flag, hammer: flag, webhooks: flag, million: flag }
    const flags = { quick: flag, json: flag, help: flag, ...only }
    const paths = {
      floor: { type: 'string' },
      players: { type: 'string', default: `${FEW},${MANY}` },
      seeded: { type: 'string', default: SEEDED },
    } as const
    const { values } = parseArgs({ options: { ...flags, ...paths } })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const [few = FEW, many = MANY] = values.players.split(',').map(Number)
    return { ...values, players: { few, many } }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}
