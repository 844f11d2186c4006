import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { owner } from '../support/administrator.ts'
import { bearer, outcome } from '../support/browser.ts'
import { containsSecret } from '../support/contains-secret.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'

const OTHER_PASSWORD = 'a phrase that only one person knows'
const TYPED_AS_NAME = 'OopsThisIsMyPassword'
const WRONG_PASSWORD = 'nearly the right phrase'

siteTest(
  'the database contains no password, token, code, link or key in readable form',
  async (site) => {
    const secrets = await useEverything(site)
    const whileMailsWait = await everything(site)
    Object.assign(secrets, await secretsOfMails(site))

    const stolen = whileMailsWait + (await everything(site))

    const names = Object.keys(secrets)
    assert.deepEqual(
      names.filter((name) => !secrets[name]),
      [],
    )
    assert.ok(stolen.includes('steve@example.org'))
    assert.deepEqual(
      names.filter((name) => containsSecret(secrets[name] ?? '', stolen)),
      [],
    )
  },
)

/** Uses the site, and returns the secrets that only players and the owner may know. */
async function useEverything(site: Site): Promise<Record<string, string>> {
  const notch = await owner(site)
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const apiKey = { name: 'launcher', permissions: ['kernel.launcher.provider'], addresses: [] }
  const { body: key } = await notch.send('POST', '/admin/api-keys', apiKey)
  const { body: twoFactor } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const secret = fromBase32(twoFactor.secret)
  const code = totpCode(secret, stepAt(site.now()))
  const change = { current: PASSWORD, password: OTHER_PASSWORD }
  const done = [
    await steve.browser.post('/cabinet/2fa/enable', { code }, headers),
    await steve.browser.post('/cabinet/password', change, headers),
    await site.browser().logIn(TYPED_AS_NAME, WRONG_PASSWORD),
  ]
  assert.deepEqual(done.map(outcome), ['204', '204', '401 auth.wrongcredentials'])
  const byCommand = { actor: 'command', ip: null }
  await changeSetting(site.app, byCommand, { name: 'emailConfirmation', text: 'on' })
  const alex = await site.player('Alex')
  await site.browser().post('/auth/reset', { email: steve.email })
  const refreshTag = Buffer.from(alex.refreshToken, 'base64url').subarray(-32)
  const { privateKey } = await site.app.keys.newest()
  const signingKey = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  return {
    ...spellings('totpSecret', secret),
    ...spellings('refreshTag', refreshTag),
    ...spellings('signingKey', signingKey),
    passwordOfOthers: PASSWORD,
    password: OTHER_PASSWORD,
    wrongPassword: WRONG_PASSWORD,
    passwordTypedAsName: TYPED_AS_NAME,
    passwordTypedAsNameInSmall: TYPED_AS_NAME.toLowerCase(),
    apiKey: key.key,
    totpSecret: twoFactor.secret,
    totpCode: code,
    accessToken: alex.accessToken,
    refreshToken: alex.refreshToken,
    csrfToken: alex.browser.cookies.get('portal_csrf') ?? '',
    deviceToken: alex.browser.cookies.get('portal_device') ?? '',
  }
}

/** Writes secret bytes in the forms that a column might store. */
function spellings(name: string, bytes: Buffer): Record<string, string> {
  return {
    [`${name}InHex`]: bytes.toString('hex'),
    [`${name}InBase64`]: bytes.toString('base64').replace(/=+$/, ''),
    [`${name}InBase64url`]: bytes.toString('base64url'),
  }
}

async function secretsOfMails(site: Site): Promise<Record<string, string>> {
  const texts = (await site.mails()).map(({ text = '', subject }) => `${subject}\n${text}`)
  return {
    emailCode: /^(\d{6})\b|\b(\d{6})$/m.exec(texts.join('\n'))?.[0] ?? '',
    resetHash: /\/reset\?hash=([\w-]+)/.exec(texts.join('\n'))?.[1] ?? '',
  }
}

/** Reads every row of every table as text; bytes as UTF-8, hex and base64. */
async function everything(site: Site): Promise<string> {
  const tables = await site.app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(site.app.db),
    ),
  )
  const values = rows.flatMap((result) => result.rows.flatMap((row) => Object.values(row)))
  return values.map(spelled).join('\n')
}

function spelled(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value)
  const bytes = Buffer.from(value)
  const forms = ['latin1', 'hex', 'base64', 'base64url'] as const
  return forms.map((form) => bytes.toString(form)).join('\n')
}
