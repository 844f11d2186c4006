import { setupUrl } from '../../../src/operations/setup/set-up-site.ts'
import type { Site } from '../../support/site.ts'

/** Makes a site without players new: a site of the tests counts as set up, so that players can register. */
export async function undoSetup({ app }: Site): Promise<void> {
  await app.db.deleteFrom('setting').where('name', '=', 'setup.finished').execute()
}

/** The link that sets up a site without players, as the first start prints it. */
export async function firstSetupUrl(site: Site): Promise<string> {
  await undoSetup(site)
  return (await setupUrl(site.app)) ?? 'none:'
}
