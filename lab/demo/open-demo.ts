import { resolve } from 'node:path'
import type { Locale } from '@portal/contract'
import { openApp } from '../../packages/server/src/app.ts'
import type { HashCost } from '../../packages/server/src/credentials/password-hash/passwords.ts'
import { MINUTE } from '../../packages/server/src/platform/clock.ts'
import { openLog } from '../../packages/server/src/platform/log.ts'
import { buildSite } from '../../packages/server/src/server.ts'
import { type Config, readConfig } from '../../packages/server/src/settings/config.ts'
import { prepareFolder, type Wanted, writeMarker } from './demo-folder.ts'
import { openDemoSite } from './demo-site.ts'
import { fillDemo } from './fill/fill-demo.ts'

export type DemoOptions = Wanted & { folder: string; port: number }

/** Returns the configuration of the demo. Ignores the environment, which may belong to a real site. */
export function demoConfig({ folder, port }: Pick<DemoOptions, 'folder' | 'port'>): Config {
  return readConfig({
    HOST: '127.0.0.1', // the passwords are public
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: resolve(folder),
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    BREACH_API_URL: 'http://127.0.0.1:9', // nothing listens there: the demo sends no request to other hosts
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'text', // the start prints the address
  })
}

/**
 * Fills the folder with a demo, unless it has one.
 *
 * @param hashCost the cost of the password hashes, which tests reduce
 * @returns the language of the demo.
 * @throws DemoRefused for a folder with other files.
 */
export async function fillFolder(options: DemoOptions, hashCost?: HashCost): Promise<Locale> {
  const { locale, isFilled } = prepareFolder(options.folder, options)
  if (isFilled) return locale
  const site = await openDemoSite(demoConfig(options), hashCost)
  try {
    await fillDemo(site, locale)
  } finally {
    await site.close()
  }
  writeMarker(options.folder, { locale, isFilled: true })
  return locale
}

/**
 * Opens a demo for a program, which closes it. `changes` override its configuration. Its database timeouts are sixty
 * times those of a site, so that no page fails on a busy machine.
 */
export async function openDemo(
  options: Pick<DemoOptions, 'folder' | 'port'>,
  changes: Partial<Config> = {},
) {
  const config = { ...demoConfig(options), ...changes }
  const app = await openApp(config, { log: openLog('silent'), timeScale: { second: MINUTE } })
  const server = await buildSite(app)
  return {
    app,
    server,
    url: config.publicUrl,
    listen: () => server.listen({ host: config.host, port: config.port }),
    async close() {
      await server.close()
      await app.close()
    },
  }
}
