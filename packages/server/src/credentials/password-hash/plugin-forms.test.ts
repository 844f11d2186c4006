import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../platform/random.ts'
import { parseLegacyHash, wrapHash } from './imported-hash.ts'
import { argon2Passwords } from './passwords.ts'

type Fact = { text: string; salt?: string; scheme: string; named?: true; keptAs?: string }

const SALT = '0123456789abcdef'
const SHA512 =
  '34029967ed7d8727740de63d9bbd765f36a130941013d574c0292066fa6e6c2b42fff4d666f2b5912ed370a24cec0f8097e3acd1c837e21ce1b3d6e37297e1a7'
const SHA256 = 'b8781f345775e7c98ce9cd7dc5d8410886f2cd4f805f9a2e9d5f04f7a574f8a8'
const BCRYPT = '$2a$10$dfZWf3dPBMDCJGKXpUzq3u7vNgdgTnQvCu7Hfs39s8fUZOm6x4kFq'

/** Hashes of `five5` in the formats of plugins, made with PHP (see test/import/plugins). */
const FACTS: readonly Fact[] = [
  { scheme: 'nlogin', text: `$SHA256$${SHA256}$${SALT}` },
  { scheme: 'nlogin', text: `$SHA512$${SHA512}$${SALT}` },
  { scheme: 'nlogin', text: `$SHA512$${SHA512}@${SALT}` },
  { scheme: 'authme-sha256', text: `$SHA$${SALT}$${SHA256}$AUTHME` },
  { scheme: 'bcrypt', text: BCRYPT.replace('$2a$', 'BCRYPT$'), keptAs: BCRYPT },
  { scheme: 'bcrypt', text: `10$${BCRYPT.slice(-31)}`, salt: BCRYPT.slice(7, 29), keptAs: BCRYPT },
  {
    scheme: 'argon2',
    salt: 'd3ZaUm8xS0xYUVI5Y2N5aA==',
    text: '19,2,16384$FrGT2CW2YHlF0jqY+kO8Q457KFWgAH6RyWGwgA635e0=',
    keptAs:
      '$argon2id$v=19$m=16384,t=2,p=1$d3ZaUm8xS0xYUVI5Y2N5aA$FrGT2CW2YHlF0jqY+kO8Q457KFWgAH6RyWGwgA635e0',
  },
  { scheme: 'librelogin-sha512', text: SHA512, salt: SALT, named: true },
  {
    scheme: 'librelogin-sha512',
    named: true,
    text: '88137bb1c86bcbbdbc6601563c5a22a2e34c8c12a92a9c4f2f56db26bbdb2788f207c304f01306e8c9f5cd79002c4bd73d3174bd0e5bdc869465988537b6ce',
    salt: '0000000000000000000000abcdef02ce',
  },
]

test('an imported hash of a plugin accepts only its password', async () => {
  const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }
  const passwords = await argon2Passwords(systemRandom, 2, cheap)

  for (const { text, salt, scheme, named, keptAs } of FACTS) {
    const read = parseLegacyHash({ text, salt }, named && scheme)
    assert.ok('text' in read, text)
    assert.equal(read.scheme, scheme)
    const stored = await wrapHash(read, passwords.hash)
    const verdicts = [
      await passwords.verify(stored, 'five5'),
      await passwords.verify(stored, 'Five5'),
    ]
    assert.deepEqual(verdicts, [true, false], text)
    if (keptAs) assert.equal(stored, keptAs)
    else assert.ok(!stored.includes(SHA512.slice(-24)) && !stored.includes(SHA256.slice(-24)), text)
  }
})

test('a text that only resembles a hash of a plugin is not recognized', () => {
  const others = [
    { text: `$SHA512$${SHA512}` },
    { text: `$SHA512$${SHA256}$${SALT}` },
    { text: `$SHA$${SALT}$${SHA256}$OTHER` },
    { text: `10$${BCRYPT.slice(-31)}` },
    { text: '16,2,16384$FrGT2CW2YHlF0jqY+kO8Q457KFWgAH6RyWGwgA635e0=', salt: SALT },
    { text: '19,2,9999999$FrGT2CW2YHlF0jqY+kO8Q457KFWgAH6RyWGwgA635e0=', salt: SALT },
    { text: `BCRYPT$31$${BCRYPT.slice(7)}` },
  ]

  for (const old of others) assert.deepEqual(parseLegacyHash(old), { like: [] }, old.text)
})
