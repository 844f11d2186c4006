import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { startFloors } from './floors.ts'
import { measureHammeredSite, measureSite, type Plan, type SiteFigures } from './measure-site.ts'
import { hammeredText, toJson, toText } from './report.ts'

const USAGE = `npm run -s bench -- [--quick] [--json] [--hammer]

Measures the site on SQLite and PostgreSQL against bare node:http and bare argon2id.
  --quick   a short run with rough figures
  --json    print the figures as a JSON document
  --hammer  only measure GET /auth/me while others hammer public endpoints, on SQLite`

const FULL: Plan = {
  reads: { warmUp: 1500, slice: 700, rounds: 7 },
  signIns: { warmUp: 1000, slice: 1200, rounds: 5 },
  mixed: 6000,
  mail: 20_000,
  hammered: 4000,
  starts: 7,
}
const QUICK: Plan = {
  reads: { warmUp: 700, slice: 400, rounds: 3 },
  signIns: { warmUp: 500, slice: 800, rounds: 2 },
  mixed: 2000,
  mail: 10_000,
  hammered: 2000,
  starts: 3,
}

const { quick, json, hammer } = readArguments()
process.exitCode = await run()
process.exit()

/** @returns the exit code. */
async function run(): Promise<number> {
  await using cleanUp = new AsyncDisposableStack()
  try {
    if (hammer) {
      const plan = quick ? QUICK : FULL
      const place = { folder: join(temporaryFolder(), 'sqlite'), databaseUrl: '', plan }
      console.log(hammeredText(await measureHammeredSite(place)))
      return 0
    }
    const sites = await Promise.race([measureBoth(cleanUp), interruption()])
    if (!sites) return 130
    console.log(json ? toJson(sites, quick) : toText(sites, quick))
    return 0
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : error}`)
    return 1
  }
}

/** Measures both sites, one after the other. */
async function measureBoth(cleanUp: AsyncDisposableStack): Promise<SiteFigures[]> {
  const folder = temporaryFolder()
  const floors = await startFloors()
  cleanUp.defer(() => floors.stop())
  const around = { floors, plan: quick ? QUICK : FULL, progress }

  const alone = { ...around, folder: join(folder, 'sqlite'), databaseUrl: '' }
  const onSqlite = await measureSite('SQLite', alone)

  progress('PostgreSQL: starting a server')
  // Default settings: unlike the server of the tests, this one waits for the disk.
  const postgres = await startEmbeddedPostgres([])
  cleanUp.defer(() => postgres.stop())
  const served = { ...around, folder: join(folder, 'postgresql'), databaseUrl: postgres.url }
  return [onSqlite, await measureSite('PostgreSQL', served)]
}

/** Creates a folder that is removed when the process ends, for whatever reason. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Resolves on Ctrl-C or a kill, so that cleaning up stops whatever is running. */
function interruption(): Promise<undefined> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve(undefined))
    process.once('SIGTERM', () => resolve(undefined))
  })
}

function progress(text: string): void {
  console.error(text)
}

function readArguments(): { quick: boolean; json: boolean; hammer: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ options: { quick: flag, json: flag, hammer: flag, help: flag } })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    return values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}
