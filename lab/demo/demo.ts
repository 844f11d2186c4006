import { parseArgs } from 'node:util'
import type { Locale } from '@portal/contract'
import { serve } from '../../packages/server/src/cli/serve-site.ts'
import { WrongConfig } from '../../packages/server/src/settings/config-values.ts'
import { accounts } from './accounts.ts'
import { contents } from './content/content.ts'
import { DemoRefused } from './demo-folder.ts'
import { portOf } from './demo-port.ts'
import { openGameServers } from './game-servers.ts'
import { demoConfig, fillFolder } from './open-demo.ts'

const USAGE = `Usage: npm run demo -- [options]
  --into=<folder>  the folder of the demo (./demo)
  --port=<port>    the port, on this machine only (8090)
  --lang=en|ru     the language of the texts (en, or the language of the existing demo)
  --fresh          delete the existing demo and create a new one`

/** Serves a site with players, news and two months of history, for a look at every page. */
async function runDemo(): Promise<void> {
  const { values } = parseArgs({
    options: {
      into: { type: 'string', default: 'demo' },
      port: { type: 'string', default: '8090' },
      lang: { type: 'string' },
      fresh: { type: 'boolean', default: false },
    },
  })
  const { into: folder, port, fresh } = values
  const options = { folder, port: portOf(port), locale: localeOf(values.lang), fresh }
  const config = demoConfig(options)
  console.log(`Preparing the demo in ${config.dataDir} …`)
  const locale = await fillFolder(options)
  openGameServers(contents[locale])
  console.log(accountLines())
  await serve(config)
}

function localeOf(text: string | undefined): Locale | undefined {
  if (text === undefined || text === 'en' || text === 'ru') return text
  throw new DemoRefused('--lang is en or ru')
}

function accountLines(): string {
  const rows = Object.entries(accounts).map(
    ([role, { username, password }]) => `  ${role.padEnd(11)}${username.padEnd(11)}${password}`,
  )
  return ['Accounts: role, name, password', ...rows, ''].join('\n')
}

/** Whether `parseArgs` refused the command line. */
function isUsage(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE')
}

try {
  await runDemo()
  process.exit(0)
} catch (error) {
  const isForeseen = error instanceof DemoRefused || error instanceof WrongConfig || isUsage(error)
  console.error(isForeseen ? `error: ${error.message}\n\n${USAGE}` : error)
  process.exit(1)
}
