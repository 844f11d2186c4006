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

/** The field of a LauncherServer that has its auth provider: in the current generation, and in the previous one. */
const PLACES = ['authProvider', '_AuthProvider']

/**
 * The class that LauncherServer requires: it loads `portal.js` from its modules directory. The settings are in
 * `portal.json` beside that file (docs/launcher.md#auroralauncher).
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
   * Replaces the server's provider. Configure `reject` as provider, so that every sign-in is refused if this module
   * does not load.
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
    void portal.learnPlayerLanguage() // in the background, so that it is known before the first sign-in
    Object.assign(provider, openAuroraProvider(portal, hostRefusalOf(provider)))
  }
}
