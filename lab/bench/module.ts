import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeLauncher } from './launcher.ts'
import { measureModule } from './measure-module.ts'
import { moduleText } from './module-report.ts'
import { makePlayers } from './players.ts'
import { startSite } from './site-process.ts'

const USAGE = `npm run -s bench:module -- [--json]

Measures the launcher module with a real site on SQLite: the handshake, the memory, calls of Allows for cached
players compared with an empty call, and lookups of 1,000 players who are not cached compared with direct requests.
  --json  print the figures as a JSON document`

const PLAYERS = 1000

const flag = { type: 'boolean', default: false } as const
const { json, help } = parseArgs({ options: { json: flag, help: flag } }).values
if (help) console.log(USAGE)
else await run()

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'data'))

  console.error(`setting up a site with ${PLAYERS} players`)
  const site = await startSite(folder, '')
  try {
    const apiKey = await makeLauncher(site.port, { folder, databaseUrl: '' })
    const { usernames } = await makePlayers(site.port, { chains: 0, signIns: PLAYERS })
    const figures = await measureModule({ port: site.port, apiKey, usernames })
    console.log(json ? JSON.stringify(figures, null, 2) : moduleText(figures))
  } finally {
    await site.stop()
  }
}
