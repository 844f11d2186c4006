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

/** Where a LauncherServer keeps its auth provider: now, and in the generation before. */
const PLACES = ['authProvider', '_AuthProvider']

/**
 * A module of AuroraLauncher's LauncherServer, which loads `portal.js` from its modules directory and
 * asks for a class of this name and shape. Settings are in `portal.json` beside it, as in
 * `modules.config.portal`.
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
   * Puts the site's answers into the server's provider. The configured type should be `reject`: where
   * this module does not load, nobody gets in.
   *
   * @throws SettingError for settings that cannot be used; Error where the server has no provider.
   */
  init(server: unknown): void {
    const provider = isRecord(server)
      ? PLACES.map((place) => server[place]).find(isRecord)
      : undefined
    if (!provider)
      throw new Error('portal: this LauncherServer has no auth provider to stand in for')

    const settings = parseBlock(
      readFileSync(join(__dirname, 'portal.json')),
      languageOf(process.env.LANG),
    )
    const portal = openPortal(settings, { watch: watchSite(stderrLog) })
    void portal.learnPlayerLanguage() // before the first player comes
    Object.assign(provider, openAuroraProvider(portal, ownRefusalOf(provider)))
  }
}
