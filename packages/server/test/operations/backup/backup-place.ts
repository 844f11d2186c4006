import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { type App, openApp } from '../../../src/app.ts'
import { createProvider } from '../../../src/credentials/linked-accounts/change-provider.ts'
import type { Value } from '../../../src/operations/backup/backup-lines.ts'
import { withSnapshot } from '../../../src/operations/backup/snapshot-store.ts'
import { openLog } from '../../../src/platform/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { namesOf, offerRenames } from '../../account/names/renamer.ts'
import { newsEditor } from '../../content/news/news-editor.ts'
import { asPageEditor } from '../../content/pages/page-editor.ts'
import { pngFile, uploaded } from '../../content/pictures/picture-files.ts'
import { linkByTelegram, TELEGRAM } from '../../credentials/linked-accounts/by-telegram.ts'
import { newAuthenticator } from '../../credentials/passkeys/authenticator.ts'
import { addPasskey } from '../../credentials/passkeys/with-passkey.ts'
import { fromBase32, stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { launcherPasswordsOf, openGame, turnOn } from '../../integrations/yggdrasil/game-player.ts'
import { putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { type Environment, runPortal } from '../../support/server-process.ts'
import type { Site } from '../../support/site.ts'

/** The passphrase of the sealed backups in these tests. */
export const PASSPHRASE = 'nobody guesses this one'

/** Runs `backup` on a running site, and returns its output and its warning. */
export async function backUp(env: Environment, file: string, args: string[] = [], stdin = '') {
  const ended = await runPortal(['backup', file, '--json', ...args], env, stdin)
  assert.equal(ended.code, 0, ended.stderr)
  return { ...JSON.parse(ended.stdout), warning: ended.stderr }
}

/** Restores a file into a place, and returns the result of the command. */
export function restore(env: Environment, file: string, args: string[] = [], stdin = '') {
  return runPortal(['restore', file, '--json', ...args], env, stdin)
}

/** Opens the app as `serve` does. */
export function openQuietly(env: Environment): Promise<App> {
  return openApp(readConfig(env), { log: openLog('silent') })
}

/** Lists all rows with their tables in a fixed order. */
export async function contents(env: Environment): Promise<string[]> {
  const lines: string[] = []
  await withSnapshot(readConfig(env), async (snapshot) => {
    for (const table of await snapshot.tables()) {
      for await (const row of snapshot.rows(table)) {
        const cells = table.columns.map((column, at) => [column, shown(row[at])])
        const sorted = cells.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
        lines.push(`${table.name} ${JSON.stringify(sorted)}`)
      }
    }
  })
  return lines.sort()
}

/** Formats bytes as hex, for any kind of array that a database returns. */
function shown(value: Value | undefined): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** Creates a player with everything that a player can have, an API key, news and a page. */
export async function furnish(site: Site) {
  const steve = await site.player('Steve')
  await insertAccount(site, 'Nobody', { email: null })
  const auth = bearer(steve.accessToken)
  await putSkin(steve, skinFile(7))
  const { body } = await steve.browser.get('/cabinet/2fa/generate', auth)
  const secret = fromBase32(body.secret)
  const code = totpCode(secret, stepAt(site.now()))
  await steve.browser.post('/cabinet/2fa/enable', { code }, auth)
  await changeSetting(site.app, BY_OWNER, { name: 'recoveryCodes', text: 'on' })
  const { body: made } = await steve.browser.post('/cabinet/2fa/recovery-codes', undefined, auth)
  await addPasskey(steve, newAuthenticator())
  await createProvider(site.app, BY_OWNER, TELEGRAM)
  await linkByTelegram(steve, site.now())
  await turnOn(site)
  const launching = await launcherPasswordsOf(steve).create()
  await openGame(site).authenticate('Steve', launching.body.password)
  await offerRenames(site)
  await namesOf(site, await site.player('Jeb', { ip: '192.0.2.8' })).change('Jens')
  const launcher = await openLauncher(site, { addresses: ['127.0.0.1'] })
  const alex = await newsEditor(site)
  await alex.written({ banner: await uploaded(alex, pngFile()) })
  const editor = await asPageEditor(site, alex)
  const page = await editor.written({ titleRu: 'Правила', place: 'both' })
  await editor.change(page.id, { version: 1, bodyEn: 'Be very kind.' })
  return { steve, secret, recoveryCode: String(made.codes[0]), apiKey: launcher.secret }
}
