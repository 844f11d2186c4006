import { setupUrl } from '../../../src/operations/setup/set-up-site.ts'
import type { Site } from '../../support/site.ts'

/** Marks a site as not set up. Sites of tests are set up, so that players can register. */
export async function undoSetup({ app }: Site): Promise<void> {
  await app.db.deleteFrom('setting').where('name', '=', 'setup.finished').execute()
}

/** Returns the setup link of a site without players, as printed at the first start. */
export async function firstSetupUrl(site: Site): Promise<string> {
  await undoSetup(site)
  return (await setupUrl(site.app)) ?? 'none:'
}
