import { Command } from 'commander'
import { openApp } from '../app.ts'
import { chores } from '../chores.ts'
import type { Config } from '../config.ts'
import { keepHouse } from '../platform/housekeeping.ts'
import { setupUrl } from '../setup/set-up-site.ts'
import { buildSite } from '../site.ts'
import { configOfProcess } from './output.ts'

/** Requests under way get this long to finish; then their connections are cut. */
const DRAIN_WITHIN = 6000

export function serveCommand(): Command {
  return new Command('serve')
    .description('serve the site (migrating its database first)')
    .action(() => serve(configOfProcess()))
}

/** Serves until SIGTERM or SIGINT, then finishes what was begun. */
async function serve(config: Config): Promise<void> {
  const app = await openApp(config)
  const site = await buildSite(app)
  await site.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await app.close()
    throw error
  })
  const house = keepHouse(app.log, chores(app))
  app.postman.wake()
  app.log.info(
    { url: config.publicUrl, database: config.databaseUrl ? 'PostgreSQL' : 'SQLite' },
    `Portal ${app.version} serves at ${config.publicUrl}`,
  )
  const setup = await setupUrl(app)
  if (setup) app.log.info(`nobody administers this site yet; set it up at ${setup}`)
  if (!config.smtpUrl) {
    app.log.warn(`SMTP_URL is not set: mails are kept as files in ${config.dataDir}/mail`)
  }

  const signal = await new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  app.log.info({ signal }, 'stopping')
  const cutOff = setTimeout(() => site.server.closeAllConnections(), DRAIN_WITHIN)
  app.stop()
  house.stop()
  await site.close()
  clearTimeout(cutOff)
  await app.close()
  app.log.info('stopped')
}
