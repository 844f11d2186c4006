import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../../../test/support/server-process.ts'
import { readConfig } from '../../settings/config.ts'
import { WrongConfig } from '../../settings/config-values.ts'

const KEYS = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: '0x4AAAAAAA-site',
  CAPTCHA_SECRET_KEY: '0x4AAAAAAA-secret',
}
const TOGETHER =
  'it may hold a value, as CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY, CAPTCHA_SECRET_KEY are set together or not at all'

test('the defaults are no captcha and the public leak database', () => {
  const { captcha, breachApiUrl } = readConfig({ CAPTCHA_PROVIDER: '', CAPTCHA_SITE_KEY: ' ' })

  assert.equal(captcha, undefined)
  assert.equal(breachApiUrl, 'https://api.pwnedpasswords.com')
})

const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}
for (const [provider, verifyUrl] of Object.entries(VERIFY_URLS)) {
  test(`${provider} is called at its public address by default`, () => {
    const { captcha } = readConfig({ ...KEYS, CAPTCHA_PROVIDER: provider })

    assert.deepEqual(captcha, {
      provider,
      siteKey: '0x4AAAAAAA-site',
      secretKey: '0x4AAAAAAA-secret',
      verifyUrl,
    })
  })
}

test('the name of the captcha provider is read in any letter case', () => {
  const { captcha } = readConfig({
    ...KEYS,
    CAPTCHA_PROVIDER: 'hCaptcha',
    CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9000/siteverify',
  })

  assert.equal(captcha?.provider, 'hcaptcha')
  assert.equal(captcha.verifyUrl, 'http://127.0.0.1:9000/siteverify')
})

test('the secret key can be read from a file', () => {
  using folder = newFolder()
  const file = join(folder.path, 'captcha')
  writeFileSync(file, 'from-a-file\n')

  const { captcha } = readConfig({
    ...KEYS,
    CAPTCHA_SECRET_KEY: undefined,
    CAPTCHA_SECRET_KEY_FILE: file,
  })

  assert.equal(captcha?.secretKey, 'from-a-file')
})

test('the address of the leak database may end in a slash', () => {
  const { breachApiUrl } = readConfig({ BREACH_API_URL: 'http://127.0.0.1:9000/mirror/' })

  assert.equal(breachApiUrl, 'http://127.0.0.1:9000/mirror')
})

const WRONG: Record<string, [given: Record<string, string>, message: string]> = {
  'no provider': [{ ...KEYS, CAPTCHA_PROVIDER: '' }, `CAPTCHA_PROVIDER holds ""; ${TOGETHER}`],
  'no site key': [{ ...KEYS, CAPTCHA_SITE_KEY: '' }, `CAPTCHA_SITE_KEY holds ""; ${TOGETHER}`],
  'no secret key': [
    { ...KEYS, CAPTCHA_SECRET_KEY: '  ' },
    `CAPTCHA_SECRET_KEY holds ""; ${TOGETHER}`,
  ],
  'a secret key alone': [
    { CAPTCHA_SECRET_KEY: '0x4AAAAAAA-secret' },
    `CAPTCHA_PROVIDER holds ""; ${TOGETHER}`,
  ],
  'a provider that is not known': [
    { ...KEYS, CAPTCHA_PROVIDER: 'friendly' },
    'CAPTCHA_PROVIDER holds "friendly"; it may hold turnstile, hcaptcha, recaptcha',
  ],
  'an address that is none': [
    { ...KEYS, CAPTCHA_VERIFY_URL: 'siteverify' },
    'CAPTCHA_VERIFY_URL holds "siteverify"; it may hold an address such as https://example.org',
  ],
  'a leak database that is no address': [
    { BREACH_API_URL: 'off' },
    'BREACH_API_URL holds "off"; it may hold an address such as https://example.org',
  ],
}
for (const [what, [given, message]] of Object.entries(WRONG)) {
  test(`${what} stops the start with a one-line error`, () => {
    assert.throws(
      () => readConfig(given),
      (error) => error instanceof WrongConfig && error.message === message,
    )
  })
}
