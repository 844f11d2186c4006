import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../language.ts'
import { openPortal } from '../portal.ts'
import { stderrLog } from '../rpc/log.ts'
import { watchSite } from '../rpc/watch-site.ts'
import { isRecord } from '../settings/kinds.ts'
import { parseBlock } from '../settings/read-fields.ts'
import { version } from '../version.ts'
import { openAuroraProvider } from './auth-provider.ts'
import { ownRefusalOf } from './refusal.ts'

/** Where a LauncherServer keeps its auth provider, in the current and in the previous generation. */
const PLACES = ['authProvider', '_AuthProvider']

/**
 * A module for AuroraLauncher's LauncherServer, which loads `portal.js` from its modules directory
 * and requires a class of this name and shape. Its settings are in `portal.json` beside the file
 * (docs/launcher.md#auroralauncher).
 */
export class Module {
  static getInfo() {
    return {
      name: 'portal',
      version,
      description: 'Sign-in and skins from the site',
      author: 'Portal',
    }
  }

  /**
   * Replaces the methods of the server's provider. The configured type should be `reject`, so that
   * nobody gets in if this module does not load.
   *
   * @throws SettingError if the settings are invalid; Error if the server has no provider.
   */
  init(server: unknown): void {
    const provider = isRecord(server)
      ? PLACES.map((place) => server[place]).find(isRecord)
      : undefined
    if (!provider) throw new Error('portal: this LauncherServer has no auth provider to replace')

    const settings = parseBlock(
      readFileSync(join(__dirname, 'portal.json')),
      languageOf(process.env.LANG),
    )
    const portal = openPortal(settings, { watch: watchSite(stderrLog) })
    void portal.learnPlayerLanguage() // before the first player signs in
    Object.assign(provider, openAuroraProvider(portal, ownRefusalOf(provider)))
  }
}
