import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../platform/random.ts'
import { parseLegacyHash, wrapHash } from './imported-hash.ts'
import { argon2Passwords } from './passwords.ts'

type Fact = {
  text: string
  password: string
  scheme: string
  salt?: string
  username?: string
  named?: true
}

/** Hashes of the passwords of sites and forums. A comment tells how each was made. */
const FACTS: readonly Fact[] = [
  {
    // PHP, the algorithm of phpass
    scheme: 'phpass',
    password: 'five5',
    text: '$P$BaB3./xYzcgkf3o7Rm6uxP7f.g0ldh/',
  },
  {
    scheme: 'phpass',
    password: 'пароль',
    text: '$P$BQq1Ww2EeOJc2wvdNYj/6agdNV3vV1.',
  },
  {
    // python3-passlib: phpass.using(rounds=13), and rounds=11 with $H$
    scheme: 'phpass',
    password: 'PassWord1',
    text: '$P$BdC8LopgZCGC6UuJl4qVM.sQVI6lKb.',
  },
  {
    scheme: 'phpass',
    password: 'PassWord1',
    text: '$H$95mI.wFg9TkcnhEaaS7sFVbrM/JXBc.',
  },
  {
    // PHP, as WordPress 6.8 does; the password was " five5 "
    scheme: 'wordpress',
    password: 'five5',
    text: '$wp$2y$10$UB6mgO5V.A5K/GtNZNvJcexw7VBv1l0UhMTodHrQBjSwVw0z4Tvce',
  },
  {
    scheme: 'wordpress',
    password: ' five5 ',
    text: '$wp$2y$10$UB6mgO5V.A5K/GtNZNvJcexw7VBv1l0UhMTodHrQBjSwVw0z4Tvce',
  },
  {
    scheme: 'wordpress',
    password: 'пароль',
    text: '$wp$2y$10$sb3ReM7ZEw5AMOYAHrjBfOrcSuHt.20.oXIPgB1cQrq8R6lZXUdH2',
  },
  {
    // PHP: of htmlspecialchars($password, ENT_COMPAT)
    scheme: 'phpbb',
    password: 'a&b"<c>\'',
    named: true,
    text: '$H$79TgBnHyUb7l/3xRVPUr/IaRfEnWmn.',
  },
  {
    scheme: 'phpbb',
    password: 'a&b"<c>\'',
    named: true,
    text: '$2y$10$mB76UWgd5yJoK0hC8VAQheJ3Ot01KyLGnhWxe9LJ4Ubirqdd22au6',
  },
  {
    scheme: 'phpbb',
    password: 'a&b',
    named: true,
    text: '$2y$08$uyl4n5KGn1HHfN3Qn9TA.uWn1IwdBqhP1Ei.nKDFOc0P6wKEvifbC',
  },
  {
    scheme: 'phpbb',
    password: 'a&b"<c>\'',
    named: true,
    text: '$argon2id$v=19$m=1024,t=2,p=1$d1l2ZXZYRzRPRzdPN3ZLbw$IPWAK+m1bWNe3MMgfbL51SbCZdi10ZoSqlLd3x/o1PU',
  },
  {
    scheme: 'phpbb',
    password: 'a&b',
    named: true,
    text: '40014f2a3d56f4f7fdb387f476d213d4',
  },
  {
    // PHP: serialize(["hash" => …])
    scheme: 'xenforo',
    password: 'PassWord1',
    text: 'a:1:{s:4:"hash";s:60:"$2y$10$EdhQdcocFtepQfhfgJ5Pt.DUvHOGSW02Y56kQrm0IaRDoPrmS/0fS";}',
  },
  {
    scheme: 'xenforo',
    password: 'five5',
    text: 'a:1:{s:4:"hash";s:60:"$2y$08$bqK2d5vv6CuuHeFUlm7SUOqdWEw3aEm8CTuwxTu0ywqA1T8i2Xb4m";}',
  },
  {
    scheme: 'xenforo',
    password: 'five5',
    text: 'a:1:{s:4:"hash";s:34:"$P$BpOiUyTrEC0Nh7BG3Tuiiwg9egKzrR.";}',
  },
  {
    scheme: 'xenforo',
    password: 'five5',
    text: 'a:3:{s:4:"hash";s:64:"c5fb948868ca57796b5a5a3cce9f654f380fc54e07a9fe2034ec89bbfc076cf2";s:4:"salt";s:10:"0123abcdef";s:8:"hashFunc";s:6:"sha256";}',
  },
  {
    scheme: 'xenforo',
    password: 'пароль',
    text: 'a:3:{s:4:"hash";s:40:"98cee285af7d9e9b8b2b70fca0e96c534832ae1c";s:4:"salt";s:6:"fedcba";s:8:"hashFunc";s:4:"sha1";}',
  },
  {
    // PHP: crypt(crypt($password, $salt), $salt)
    scheme: 'wbb4',
    password: 'five5',
    named: true,
    text: '$2a$08$abcdefghijklmnopqrstuuImClXNzJqfUNpgKnZAI1hJAYFcBh0BO',
  },
  {
    scheme: 'wbb4',
    password: 'PassWord1',
    named: true,
    text: '$2a$10$ABCDEFGHIJKLMNOPQRSTUuSrU9tGxdH3NaAp378HgdKabUgAlkJ22',
  },
  {
    // PHP: sha1("игрокPassWord1")
    scheme: 'smf',
    password: 'PassWord1',
    named: true,
    text: '4e592eb050402069ac2b1f82835dd8b78edcbdbc',
    username: 'Игрок',
  },
  {
    // PHP: password_hash("player" . $password, PASSWORD_BCRYPT)
    scheme: 'smf21',
    password: 'PassWord1',
    named: true,
    text: '$2y$10$P0q5bK.M20cOsuyYHpVRZu5Bhal5U0d1EPczEEP/54uCM/lFSKmz.',
    username: 'Player',
  },
  {
    scheme: 'smf21',
    password: 'five5',
    named: true,
    text: '$2y$08$hrlFq4QClWvqrTRxAsfn.uriMrr7TSQ8BIBGtv0ufkvhB4utnsQ0y',
    username: 'Player',
  },
  {
    // Python: hashlib.scrypt, n=32768, r=8, p=1
    scheme: 'scrypt',
    password: 'five5',
    named: true,
    text: '81637073c0470f22a1b6fcfc5d4f441602d8759026bf9e25105f0e30cebc9a8a',
    salt: '000102030405060708090a0b0c0d0e0f',
  },
  {
    // PHP: hash(…, "five5")
    scheme: 'md5',
    password: 'five5',
    named: true,
    text: '4bb45e783aabad235d1bee1a3b7aa395',
  },
  {
    scheme: 'sha1',
    password: 'five5',
    named: true,
    text: '810593a702f57e9f503de51c8b2cb80d5d8262a3',
  },
  {
    scheme: 'sha256',
    password: 'five5',
    named: true,
    text: '9caa1a017da4f2a1b836d0b4826549f651f3318bca4569af1d12549a92a3e0b0',
  },
  {
    scheme: 'sha512',
    password: 'five5',
    named: true,
    text: 'c7e7f6294a5c7eae44aa6701fa4d83f94fb618e7d320333a84f0d259dcbb09d067d938dc4b5b1de9f1e4ae0b5b203cd50008207dfbb02d3bed639b6e61486c92',
  },
  {
    // PHP, as Blessing's ciphers do
    scheme: 'salted2-md5',
    password: 'five5',
    named: true,
    text: 'f8afad30b1685c9c92a1eebb38d699a6',
    salt: 'site-salt',
  },
  {
    scheme: 'salted2-sha256',
    password: 'five5',
    named: true,
    text: 'f9010dbcddb30e0229633ec3e64c0cd4f145f21f79ce18c653f8739c9b357ec6',
    salt: 'site-salt',
  },
  {
    scheme: 'double-sha512',
    password: 'five5',
    named: true,
    text: 'a8cf99f1d845f4e84d1a76c653867beaca96f6ceaaa9a03732db1765145b41ec290a0ea0f70f0cafa905b13854aeaa53333b12c1a676dd4f08c285b641f018e0',
    salt: 'site-salt',
  },
]

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const STRONG = /\$2[ay]\$10|^8163/

test('an imported hash of a site or forum accepts only its password', async () => {
  const passwords = await argon2Passwords(systemRandom, 2, CHEAP)

  for (const { text, salt, username, password, scheme, named } of FACTS) {
    const read = parseLegacyHash({ text, salt, username }, named && scheme)
    assert.ok('text' in read, text)
    assert.equal(read.scheme, scheme)
    const stored = await wrapHash(read, passwords.hash)
    const verdicts = [
      await passwords.verify(stored, password),
      await passwords.verify(stored, `${password}!`),
      passwords.isOutdated(stored),
    ]
    assert.deepEqual(verdicts, [true, false, true], text)
    assert.equal(/argon2id.*m=64,/.test(stored), !STRONG.test(text), stored)
    if (!STRONG.test(text))
      assert.ok(!stored.includes(/[^"$:]{20}(?=(";.*)?$)/.exec(text)?.[0] ?? ''))
  }
})

test('an imported phpBB password is accepted as typed, but not with its HTML escapes', async () => {
  const passwords = await argon2Passwords(systemRandom, 2, CHEAP)
  const escaped = FACTS.filter(({ scheme, password }) => scheme === 'phpbb' && password === 'a&b')

  const verdicts = await Promise.all(
    escaped.map(async ({ text }) => {
      const read = parseLegacyHash({ text }, 'phpbb')
      assert.ok('text' in read)
      return passwords.verify(await wrapHash(read, passwords.hash), 'a&amp;b')
    }),
  )

  assert.deepEqual(verdicts, [false, false])
})
