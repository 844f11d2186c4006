import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import { frequentPasswords } from '../../../../../lab/data/make-frequent-passwords.ts'
import { wordsWithin } from './frequent-passwords.ts'
import { passwordFault } from './password-rules.ts'
import { normalizeText } from './password-text.ts'

const CONTEXT = { username: 'Steve', email: 's.jobs@example.org', siteName: 'Block World' }
const HORSE = '🐴'
const ACCENT = '\u0301'

/** Splits a table of passwords at two spaces or a line break. */
const table = (text: string) => text.trim().split(/ {2,}|\n\s*/)

const good = {
  'a phrase of words': table(`
    correct horse battery staple  correct horse battery  another battery staple
    correcthorsebatterystaple  Correct-Horse-Battery-Staple  correct.horse.battery.staple
    dragon password monkey  sunshine over the hills  iloveyou but not today  my dog ate qwerty
    password for the cellar door  tundra vessel oxford kelp  unworn-sturdy-payroll-42
    capableplayroom  moonstone moonshine  ninety nine red balloons  small waterfall  quiet4river
    all the small things  trickily confront ibuprofen  12 monkeys and 7 dwarfs  eight8green8owls
    x9 sunshine z4`),
  'a phrase in Russian': table(`
    лошадь батарея скрепка верно  корова летит над домом  вчера шёл сильный снег
    тёмный-лес-и-белка  зелёный чайник поёт  пароль от подвала забыт  семь пятниц на неделе
    привет наташа из москвы  шкаф кирпич облако  ёжикВтумане-идёт  абажур фонарь комод  стогсенаиподкова`),
  'made by a machine': table(`
    k7VxQ2mZ  Tq9#fW2x  x9#Kq2!vLm7$  gZ4-uPq-88x-TnB  hudNyw-2pivto-xohqyt  7f3a9c1e5b8d2046
    b6d1f0a4-93ce-4e7a-8d25-0c1f6b7e9a34  jbswy3dpehpk3pxp  hV*8kQ!zR2@nL5$w  84726193  9402817365
    V1StGXR8_Z5jdHi6B-myT  e3b0c44298fc1c149afbf4c8996fb924  +kJ7/Qp2xR9vTz==  ц8Щ!кжЫ4нэЪ2
    kqzvtrpm  wjxqhbvr  R2d2!c3Po#x  zQ%7~mW^1{pL]9&t  qmvzkfhx  tyukbnm4  u]cjvmb#  k%-&*.;k
    kvqzwkvqz  9#=jack%2  9d34d9130016  37621057a9e0  6076ca6e8375`),
  'with a run, a repeat or a frequent word that does not cover it': table(`
    qwerty and the rest  123456 green bottles  abcdXkz92v  myqwertykeyboard  ha ha said the clown
    blue dragon fly  lalala goes my tune  catcatdogmouse  abcabcabd-fkz  1q2w3e horse
    passwordless entry  dragonfly summer  хахаха сказал он  kazkaz-4821  bird4842193027`),
  'with emoji or rare letters': [
    'корова🐄летит🚀высоко',
    '🐴🔋📎✅🐎🌲🎲🚀',
    'dragon🐉🔥🏰👑',
    'pässwörter überall',
    'naïve café owner',
    '密码学很有意思呢啊',
    `e${ACCENT}t${ACCENT}u${ACCENT}dz${ACCENT}k${ACCENT}`,
  ],
  'with spaces that count': [
    '  x9 kq  ',
    'ab  kd  ef',
    ' lamp oak ',
    '\tq8 w3 z6\t',
    'k\u00a07\u00a0v\u00a0q\u00a0z',
  ],
}

const refused = {
  'password.common': table(`
    password  Password  PASSWORD  password1  passw0rd  passw0rd2024  !!password123!!  P@$$w0rd
    p455w0rd  pa55word  p@ssword!  ***password***  2024password  __Password__99  pass1234
    (password)  "password"  sunsh1ne  sun5hin3!  dr4g0n99  DRAGON-1990  drag0n!!!  m0nk3y12
    monkey!!!!!!  letmein!  l3tm31n7  13tm31n!  1loveyou  il0v3y0u  i1oveyou  !loveyou  trustno1
    trustn0!  st4rwars  b4seball  f00tball  $unshine  $h4d0w!!  adm1n2020  @dmin2024  4dm1n1234
    admin123!  welcome1  Welc0me!  football99  michael1985  jordan23!  pr!nc3ss  1ll1n015
    8453b411  t3st####  4815162342  8675309!  love12345678  minecraft  M1necraft!  minecr4f7
    herobrine666  love2005  !!love!!  ivan1990  bond007!  l0ve1234  superman12345  1234 horse 5678
    princess❤  monkey🐵🐵🐵  charlie!?#%*  0nepiece!  ｐａｓｓｗｏｒｄ９`),
  'password.common in Russian': table(`
    пароль12  Пароль2024  п4роль123  пар0ль!!!  мойпароль  зфыыцщкв  привет99  наташа2005
    любовь!!  люблю123  солнышко  спартак1922  майнкрафт  кристина  владимир!  танкист12
    gfhjkm123  ghbdtn!!  parol123  zdravstvuyte1`),
  'password.repeated': table(`
    aaaaaaaa  ........  abcabcabc  abcabcab  12341234  123123123  хахахаха  хахахах!  AbcabcABC
    hahaHAHA  passwordpassword  qwertyqwerty  x9kx9kx9k  hello hello  hello, hello  love love love
    no-no-no-no  abcabcabc1  !!12121212  йойойойо  🐴🐴🐴🐴🐴🐴🐴🐴  🐴🔋🐴🔋🐴🔋🐴🔋  1a1a1a1a
    tartar99  moonmoonm  correct horse, correct horse  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`),
  'password.sequence': table(`
    12345678  87654321  0123456789  1234567890  98765432  abcdefgh  hgfedcba  ABCDEFGH  стуфхцчш
    абвгдежз  абвгдеёж  жзийклмн  эюяабвгд  qwertyui  qwertyuiop  poiuytrewq  asdfghjk  asdfghjkl;
    zxcvbnm,  qwertyasdfgh  йцукенгш  йцукенгшщзхъ  фывапролджэ  ячсмитьбю  щшгнекуц  йцукфыва
    йфяцычувс  ЙЦУКЕНгшщ  йцукен123  1q2w3e4r  1q2w3e4r5t  q1w2e3r4  qawsedrf  1a2b3c4d  a1b2c3d4
    1й2ц3у4к  1qaz2wsx  1qaz@WSX  !QAZ2wsx  zaq12wsx  zaq1xsw2  qazwsxedc  zse45rdx  abcd1234
    1234abcd  abc123xyz  qwe123rty  123qweasd  qweasdzxc  qwe!@#123  !@#$%^&*  !@#$%^&*()
    147258369  aaaabbbb  11112222  112233445566  aabbccddee  qwe-asd-zxc  1-2-3-4-5-6
    1 2 3 4 5 6 7 8  abcd_1234  qwerty uiop  123-456-789  qwertyui1  qwertyuiop!!  x12345678
    !12345678!  １２３４５６７８  qwerty-asdfgh  012987012  1q2w3e4!  !!abc!!!`),
  'password.context': table(`
    steve123  SteveIsGreat  my name is steve  xXsteveXx99  st3v3-the-king  5t3ve2010  $teve!!!
    S T E V Esteve  s.jobs@example.org  my s.jobs box  S.JOBS2024  sjobs-2024!  s.j0bs99
    block world 7  Block World!  blockworld2020  BL0CKW0R1D  b10ck-w0rld!  block_world_9
    SteveSteve  qwertysteve  evets steve`),
}

const lengths = {
  'password.short': [
    '',
    'x9 kq z',
    'aaaaaaa',
    'steve',
    HORSE.repeat(7),
    `q8${ACCENT}z5${ACCENT}k`,
    ' x9 kq ',
  ],
  'password.long': [
    `${unlikely(127)}xz`,
    unlikely(129),
    HORSE.repeat(129),
    'a'.repeat(129),
    ACCENT.repeat(1000),
  ],
  good: [
    unlikely(8),
    unlikely(128),
    `${HORSE}x9 kq z`,
    ` ${unlikely(126)} `,
    `q8${ACCENT}z5${ACCENT}k${ACCENT}w`,
  ],
}

/** Makes a text without words, runs or repeats. */
function unlikely(length: number): string {
  const bytes = createHash('shake256', { outputLength: 100 }).update('portal').digest()
  return bytes.toString('base64url').slice(0, length)
}

for (const [kind, passwords] of Object.entries(good)) {
  test(`a password ${kind} is accepted`, () => {
    assert.deepEqual(verdicts(passwords), allOf(passwords, 'good'))
  })
}

for (const [title, passwords] of Object.entries(refused)) {
  const [code = ''] = title.split(' ')
  test(`a password is refused as ${title}`, () => {
    assert.deepEqual(verdicts(passwords), allOf(passwords, code))
  })
}

for (const [verdict, passwords] of Object.entries(lengths)) {
  test(`a password of 8 to 128 code points is accepted: ${verdict}`, () => {
    assert.deepEqual(verdicts(passwords), allOf(passwords, verdict))
  })
}

const owners = [
  { username: 'Al', password: 'Al likes tea', verdict: 'good' },
  { username: 'Ali', password: 'Ali likes tea', verdict: 'password.context' },
  { username: 'Ali', password: 'all the small things', verdict: 'good' },
  { username: 'Ali', password: 'green 4l1 tower', verdict: 'password.context' },
  { username: 'Bill', password: 'green b1ll tower', verdict: 'password.context' },
  { username: 'Max1', password: 'maximum velocity', verdict: 'good' },
  { username: 'Max1', password: 'm4x1 velocity', verdict: 'password.context' },
  { username: 'St3v3n', password: 'steven the great', verdict: 'password.context' },
  { username: '007', password: 'barefoot bottles', verdict: 'good' },
  { username: '007', password: 'agent 007 tower', verdict: 'password.context' },
  { username: 'qwerty', password: 'qwertyuiop', verdict: 'password.context' },
  { username: 'Dark_Lord', password: 'darklord in green', verdict: 'password.context' },
  { username: 'Dark_Lord', password: 'd@rklord in green', verdict: 'password.context' },
  { username: 'Dark_Lord', password: 'dark green lord', verdict: 'good' },
  { email: 'me@mail.org', password: 'me and my castle', verdict: 'good' },
  { email: 'me@mail.org', password: 'green me@mail.org', verdict: 'password.context' },
  { email: 'me@mail.org', password: 'castle mail.org box', verdict: 'good' },
  { email: 'tea@mail.org', password: 'steam engine 4', verdict: 'password.context' },
  { email: 'i.am@mail.org', password: 'william the green', verdict: 'good' },
  { siteName: 'MC', password: 'mc hammer tower', verdict: 'good' },
  { siteName: 'Old MC', password: 'green oldmc tower', verdict: 'password.context' },
  { siteName: 'Мир Кубов', password: 'мойМИРкубов7', verdict: 'password.context' },
  { siteName: 'Кубик', password: 'зелёный куб ик', verdict: 'good' },
  { siteName: 'Портал', password: 'мой п0рт4л тут', verdict: 'password.context' },
  { siteName: 'Portal', password: 'p.o.r.t.a.l tea', verdict: 'good' },
]

for (const { password, verdict, ...own } of owners) {
  test(`for the player ${Object.values(own)}, "${password}" is ${verdict}`, () => {
    assert.equal(passwordFault(password, { ...CONTEXT, ...own }) ?? 'good', verdict)
  })
}

const severalFaults = {
  aaaa: 'password.short',
  steve: 'password.short',
  ['steve'.repeat(26)]: 'password.long',
  stevestevesteve: 'password.context',
  '1234512345': 'password.repeated',
  password123password123: 'password.repeated',
  qwerty123: 'password.sequence',
}

test('of several faults of a password, only the first is reported', () => {
  const passwords = Object.keys(severalFaults)

  assert.deepEqual(verdicts(passwords), severalFaults)
})

test('the list of frequent passwords equals the output of its script', () => {
  const kept = readFileSync(new URL('./frequent-passwords.txt', import.meta.url), 'utf8')

  assert.ok(kept === frequentPasswords(), 'run node lab/data/make-frequent-passwords.ts')
})

/** A character that becomes three code points by normalization. */
const WIDE = '\ufb2c'

const hostile = [
  ...['1', 'a', '!', 'я', ' ', '12', '1q', 'l1I|!', 'qwertyuiop', WIDE].map((part) =>
    part.repeat(128),
  ),
  `${'a'.repeat(127)}b`,
  `${WIDE.repeat(127)}b`,
  `${'1'.repeat(60)}love${'1'.repeat(64)}`,
  `${'!'.repeat(63)}я${'!'.repeat(64)}`,
  unlikely(128),
].map((password) => [...password].slice(0, 128).join(''))

test('checking a password of 128 characters takes a bounded number of steps', () => {
  const context = { ...CONTEXT, email: `${'1l'.repeat(32)}@${'l1.'.repeat(60)}org` }

  for (const password of hostile) {
    const characters = normalizeText(password)
    const looks = countLooks(() => passwordFault(password, context))

    assert.ok(characters.length <= 3 * 128, `${password} is read as ${characters.length}`)
    assert.ok(wordsWithin(characters).length <= 210, password)
    assert.ok(looks < 150_000, `${password}: ${looks} looks`)
  }
})

/**
 * Counts the calls of string methods that search or cut a text during an action. Each iteration of a loop in the rules
 * makes one such call, except in the loop over pairs in repeats.ts.
 */
function countLooks(act: () => void): number {
  const methods = ['includes', 'indexOf', 'lastIndexOf', 'charAt', 'slice'] as const
  const counters = methods.map((method) => mock.method(String.prototype, method))
  act()
  const looks = counters.map(({ mock }) => mock.callCount())
  mock.restoreAll()
  return looks.reduce((sum, count) => sum + count)
}

function verdicts(passwords: string[]): Record<string, string> {
  return Object.fromEntries(
    passwords.map((password) => [password, passwordFault(password, CONTEXT) ?? 'good']),
  )
}

function allOf(passwords: string[], verdict: string): Record<string, string> {
  return Object.fromEntries(passwords.map((password) => [password, verdict]))
}
