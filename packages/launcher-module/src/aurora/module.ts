import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../language.ts'
import { openPortal } from '../portal.ts'
import { stderrLog } from '../rpc/log.ts'
import { logSiteFailures } from '../rpc/log-site-failures.ts'
import { isRecord } from '../settings/field-types.ts'
import { parseBlock } from '../settings/read-fields.ts'
import { version } from '../version.ts'
import { openAuroraProvider } from './auth-provider.ts'
import { hostRefusalOf } from './refusal.ts'

/** Where a LauncherServer keeps its auth provider, in the current and in the previous generation. */
const PLACES = ['authProvider', '_AuthProvider']

/**
 * LauncherServer loads `portal.js` from its modules directory and requires a class of this name and shape. The settings
 * are in `portal.json` beside it (docs/launcher.md#auroralauncher).
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
   * The configured provider should be `reject`, so that every sign-in is refused if this module does not load.
   * @throws SettingError; Error if the server has no provider
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
    const portal = openPortal(settings, { watch: logSiteFailures(stderrLog) })
    portal.listen()
    void portal.learnPlayerLanguage() // before the first player signs in
    Object.assign(provider, openAuroraProvider(portal, hostRefusalOf(provider)))
  }
}
