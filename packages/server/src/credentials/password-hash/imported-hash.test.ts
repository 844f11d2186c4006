import assert from 'node:assert/strict'
import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { systemRandom } from '../../platform/random.ts'
import { parseLegacyHash } from './imported-hash.ts'
import { argon2Passwords } from './passwords.ts'

const PASSWORD = 'correct horse battery'
const SALT = Buffer.from('sixteen byte salt')

const ab64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '').replaceAll('+', '.')
const pbkdf2 = (digest: string, iterations: number, length = 32) =>
  pbkdf2Sync(PASSWORD, SALT, iterations, length, digest)

/** Makes one hash in each format that can be imported, by the algorithm itself and not by the code under test. */
async function forms(): Promise<Record<string, string>> {
  const bcrypted = await bcrypt(PASSWORD, 4)
  const scrypted = scryptSync(PASSWORD, SALT, 32, { N: 1024, r: 8, p: 1 })
  const werkzeug = scryptSync(PASSWORD, SALT, 64, { N: 2048, r: 8, p: 1 })
  return {
    'bcrypt 2a': bcrypted.replace(/^\$2.\$/, '$2a$'),
    'bcrypt 2b': bcrypted.replace(/^\$2.\$/, '$2b$'),
    'bcrypt 2y': bcrypted.replace(/^\$2.\$/, '$2y$'),
    argon2i: await argon2(PASSWORD, { algorithm: 1, memoryCost: 1024, timeCost: 3 }),
    'argon2id, weaker': await argon2(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 2 }),
    'scrypt, passlib': `$scrypt$ln=10,r=8,p=1$${ab64(SALT)}$${ab64(scrypted)}`,
    'scrypt, Werkzeug': `scrypt:2048:8:1$${SALT}$${werkzeug.toString('hex')}`,
    'pbkdf2, passlib': `$pbkdf2-sha256$1000$${ab64(SALT)}$${ab64(pbkdf2('sha256', 1000))}`,
    'pbkdf2, Django': `pbkdf2_sha256$2000$${SALT}$${pbkdf2('sha256', 2000).toString('base64')}`,
    'pbkdf2, AuthMe': `pbkdf2_sha256$1000$${SALT}$${pbkdf2('sha256', 1000, 64).toString('hex').toUpperCase()}`,
    'pbkdf2, Django with SHA-1': `pbkdf2_sha1$900$${SALT}$${pbkdf2('sha1', 900, 20).toString('base64')}`,
    'pbkdf2, Django with SHA-512': `pbkdf2_sha512$900$${SALT}$${pbkdf2('sha512', 900, 64).toString('base64')}`,
    'pbkdf2, Werkzeug': `pbkdf2:sha512:500$${SALT}$${pbkdf2('sha512', 500, 64).toString('hex')}`,
  }
}

test('a stored hash in a legacy format accepts only its password', async () => {
  const passwords = await argon2Passwords(systemRandom, 2)

  for (const [form, stored] of Object.entries(await forms())) {
    const verdicts = [
      await passwords.verify(stored, PASSWORD),
      await passwords.verify(stored, `${PASSWORD}!`),
      passwords.isOutdated(stored),
    ]
    assert.deepEqual(verdicts, [true, false, true], form)
  }
})

test('a hash with current parameters is not outdated', async () => {
  const passwords = await argon2Passwords(systemRandom, 2)

  const stored = await passwords.hash(PASSWORD)

  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(passwords.isOutdated(stored), false)
})

test('verifying a hash of unknown format or excessive cost throws', async () => {
  const passwords = await argon2Passwords(systemRandom, 2)
  const broken = [
    'plain text',
    '',
    `$scrypt$ln=30,r=8,p=1$${ab64(SALT)}$${ab64(Buffer.alloc(32))}`,
    `pbkdf2_sha256$99999999$${SALT}$${Buffer.alloc(32).toString('base64')}`,
    `pbkdf2_sha256$1000$${SALT}$`,
    ...[
      pbkdf2('sha256', 1000, 32).toString('hex'),
      pbkdf2('sha256', 1000, 63).toString('hex'),
      pbkdf2('sha256', 1000, 64).toString('base64'),
      pbkdf2('sha256', 1000, 31).toString('base64'),
    ].map((neither) => `pbkdf2_sha256$1000$${SALT}$${neither}`),
  ]

  for (const stored of broken) {
    await assert.rejects(() => passwords.verify(stored, PASSWORD), Error, stored)
  }
})

test('an imported hash with impossible or excessive costs is not recognized', async () => {
  const passwords = await argon2Passwords(systemRandom, 2)
  const passlib = (costs: string) => `$scrypt$${costs}$${ab64(SALT)}$${ab64(Buffer.alloc(32))}`
  const werkzeug = (costs: string) => `scrypt:${costs}$salt$${'0'.repeat(128)}`
  const argon = (costs: string) => `$argon2id$v=19$${costs}$${ab64(SALT)}$${ab64(Buffer.alloc(32))}`
  const usual = [
    ...['ln=14,r=8,p=5', 'ln=15,r=8,p=3', 'ln=16,r=8,p=1', 'ln=17,r=8,p=1'].map(passlib),
    ...['32768:8:1', '16384:8:1'].map(werkzeug),
    ...['m=19456,t=2,p=1', 'm=65536,t=4,p=4'].map(argon),
  ]
  const absurd = [
    ...['ln=16,r=8,p=999', 'ln=20,r=1,p=9', 'ln=18,r=8,p=1', 'ln=10,r=999,p=999'].map(passlib),
    ...['ln=0,r=8,p=1', 'ln=16,r=1,p=1', 'ln=15,r=0,p=1', 'ln=15,r=8,p=0'].map(passlib),
    ...['32768:8:500', '32769:8:1', '2097152:1:1', '0:8:1'].map(werkzeug),
    `pbkdf2:sha256:5000000$salt$${'0'.repeat(10_000)}`,
  ]
  const absurdArgon = ['m=65536,t=0,p=1', 'm=64,t=9,p=9', 'm=65536,t=3,p=0', 'm=65536,t=900,p=1']

  for (const text of usual) assert.ok('text' in parseLegacyHash({ text }), text)
  for (const text of [...absurd, ...absurdArgon.map(argon)]) {
    assert.deepEqual(parseLegacyHash({ text }), { like: [] }, text)
  }
  for (const stored of absurd) {
    await assert.rejects(() => passwords.verify(stored, PASSWORD), /no known form/, stored)
  }
})
