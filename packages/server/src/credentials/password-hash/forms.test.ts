import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../platform/random.ts'
import { parseLegacyHash, wrapHash } from './imported-hash.ts'
import { argon2Passwords } from './passwords.ts'

type Fact = { text: string; salt?: string; password: string; scheme: string; named?: true }

/**
 * Hashes made by the programs themselves. AuthMe's hashes are from its own tests; a comment tells how each other hash
 * was made.
 */
const FACTS: readonly Fact[] = [
  {
    scheme: 'authme-sha256',
    password: 'âË_3(íù*',
    text: '$SHA$0b503d90dd9949d4$ba70c330242e0daa9a154ec9f4cce7f01dd05aff489d37c653e36a507c74d84f',
  },
  {
    scheme: 'bcrypt',
    password: '&^%te$t?Pw@_',
    text: '$2a$10$j9da7SGiaakWhzIms9BtwemLUeIhSEphGUQ3XSlvYgpYsGnGCKRBa',
  },
  {
    // PHP: password_hash("five5", PASSWORD_BCRYPT, ["cost" => 5])
    scheme: 'bcrypt',
    password: 'five5',
    text: '$2y$05$13BUIbRPROs9260FhblA3.ulvxfK75fftn7VJq7qbjw3odUrQEUnq',
  },
  {
    scheme: 'argon2',
    password: 'PassWord1',
    text: '$argon2i$v=19$m=65536,t=2,p=1$amZHbPfgc5peKd/4w1AI1g$Q2PUiOVw47TACijP57U0xf7QfiZ00HV4eFzMDA6yKRE',
  },
  {
    // PHP: password_hash, with less memory or fewer passes than its defaults
    scheme: 'argon2',
    password: 'five5',
    text: '$argon2i$v=19$m=4096,t=3,p=1$V0hSaWoyaXRjZzBRbWl5dg$V0SXNhp6lLBqn4/g/QvREODrBL77atFQwRVjhil4nyE',
  },
  {
    scheme: 'argon2',
    password: 'пароль',
    text: '$argon2id$v=19$m=1024,t=2,p=1$N3k3Vk03N0RTYmFJU29qZA$abpOXTa61kbVbq+ivku5J9NkJ9pmK7dTWEoIajr7J+0',
  },
  {
    scheme: 'authme-pbkdf2',
    password: 'PassWord1',
    text: 'pbkdf2_sha256$10000$fe705da06c57$A41527BD58FED9C9E6F452FC1BA8B0C4C4224ECC63E37F71EB1A0865D2AB81BBFEBCA9B7B6A6E8AEF4717B43F8EB6FB4EDEFFBB399D9D991EF7E23013595BAF0',
  },
  {
    scheme: 'pbkdf2-base64',
    password: 'âË_3(íù*',
    text: 'pbkdf2$4128$AQIDBAUGBwgJCgsMDQ4PEA==$djo4l/sF2mo7hNBflk/JZNFURfNbYDT2KUjJ4n1K/8Y=',
  },
  {
    // python3-passlib: django_pbkdf2_sha256.using(rounds=1000)
    scheme: 'django',
    password: 'PassWord1',
    text: 'pbkdf2_sha256$1000$42BFXRY6qjPm$NIWvnbiIk5h+Wr8WM62XQbUG4mEJfWDVLN5dVwzSrV4=',
  },
  {
    // python3-passlib: pbkdf2_sha256.using(rounds=29000)
    scheme: 'passlib',
    password: 'PassWord1',
    text: '$pbkdf2-sha256$29000$VAqh1HoPwXgvhTDGWOud0w$N45591R7/1.AS.CukRUIbZMDAsD1BK13qCBglDI6JLA',
  },
  {
    // python3-passlib: pbkdf2_sha256.using(rounds=120000)
    scheme: 'passlib',
    password: 'PassWord1',
    text: '$pbkdf2-sha256$120000$aA0hxPg/B6B07t17zzknpA$wByJN.MUapGSfw.lA20foZDyk7HuzE22Q6HeaedVZ2A',
  },
  {
    // python3-passlib: scrypt.using(rounds=10)
    scheme: 'passlib',
    password: 'PassWord1',
    text: '$scrypt$ln=10,r=8,p=1$YWzNWYtxLmXsnbPW2rvXOg$ctjgMar0fmdeZP9HqcqsHg+LUJEl6mceKye3GFE1dNM',
  },
  {
    scheme: 'md5vb',
    password: 'PassWord1',
    text: '$MD5vb$5e492c1166b5a828$c954fa5ee561700a097826971653b57f',
  },
  {
    scheme: 'joomla',
    password: '&^%te$t?Pw@_',
    text: 'f5fccd5166af7080833d7c7a6a531295:7cb6eeabcfac67ffe1341ec43375a9e6',
  },
  {
    scheme: 'double-md5',
    password: 'PassWord1',
    named: true,
    text: 'c77aa2024d9fb7233a2872452d601aba',
  },
  {
    scheme: 'mybb',
    password: 'âË_3(íù*',
    named: true,
    text: 'b3c39410d0ab8ae2a65c257820797fad',
    salt: 'e5a6cb14',
  },
  {
    scheme: 'salted-sha512',
    password: 'PassWord1',
    named: true,
    text: '7c06225aac574d2dc7c81a2ed306637adf025715f52083e05bdab014faaa234e24a97d0e69ea0108dfa77cc9228e58be319ee677e679b5d1ad168d40e50a42f6',
    salt: '8ea37b85d020b98f60c0fe9b8ec9296c',
  },
  {
    // PHP: hash("sha512", hash("sha512", "PassWord1") . salt), as AuthMe's DoubleSha512 does
    scheme: 'double-sha512',
    password: 'PassWord1',
    named: true,
    text: '035560c3dfcc077f2cc3790d8204c07c95ac1023dfeaf746de64ed65ae0a72ca13ff8f7d0ac30b77ca8318054e38d58ca466987bee1360e7a3fbb579e77deabc',
    salt: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  },
  {
    // PHP: hash("sha256", "PassWord1" . salt), as AuthMe's SaltedSha256 does
    scheme: 'salted-sha256',
    password: 'PassWord1',
    named: true,
    text: '18ce8b88744bc83be89581db81ec15c02b04a30f0b3e1a12be85694f3513540c',
    salt: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  },
]

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }

test('an imported hash of another program accepts only its password', async () => {
  const passwords = await argon2Passwords(systemRandom, 2, CHEAP)

  for (const { text, salt, password, scheme, named } of FACTS) {
    const read = parseLegacyHash({ text, salt }, named && scheme)
    assert.ok('text' in read, text)
    assert.equal(read.scheme, scheme)
    const stored = await wrapHash(read, passwords.hash)
    const verdicts = [
      await passwords.verify(stored, password),
      await passwords.verify(stored, `${password}!`),
      passwords.isOutdated(stored),
    ]
    assert.deepEqual(verdicts, [true, false, true], text)
    const isStrong = /^\$(2a\$10|argon2i\$v=19\$m=65536,t=2,p=1|pbkdf2-sha256\$120000)\$/.test(text)
    const digest = text
      .split(/[$:]/)
      .reduce((a, b) => (a.length > b.length ? a : b))
      .slice(-24)
    assert.equal(stored.includes(digest), isStrong, text)
  }
})

test('a hash of hexadecimal digits alone is imported only if its scheme is named', () => {
  const bare = FACTS.filter(({ named }) => named)

  const like = bare.map(({ text, salt }) => parseLegacyHash({ text, salt }))

  assert.deepEqual(like, [
    { like: ['double-md5', 'md5'] },
    { like: ['mybb', 'salted2-md5'] },
    { like: ['salted-sha512', 'double-sha512', 'librelogin-sha512'] },
    { like: ['salted-sha512', 'double-sha512', 'librelogin-sha512'] },
    { like: ['salted-sha256', 'salted2-sha256'] },
  ])
  // even though only one format has hashes of this length
  assert.deepEqual(parseLegacyHash({ text: 'a'.repeat(40) }), { like: ['sha1'] })
})
