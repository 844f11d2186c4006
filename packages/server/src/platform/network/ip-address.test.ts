import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalAddress, isTrusted, readAddress, trustsEveryAddress } from './ip-address.ts'

test('all spellings of an address or a network have one canonical form', () => {
  const forms: Record<string, string> = {
    '203.0.113.7': '203.0.113.7',
    ' 203.0.113.7\t': '203.0.113.7',
    '203.0.113.7/32': '203.0.113.7',
    '203.0.113.7/24': '203.0.113.0/24',
    '203.0.113.255/31': '203.0.113.254/31',
    '10.255.255.255/9': '10.128.0.0/9',
    '203.0.113.7/0': '0.0.0.0/0',
    '2001:DB8:0:0:0:0:0:1': '2001:db8::1',
    '2001:db8::1/128': '2001:db8::1',
    '2001:db8:1:ffff::/47': '2001:db8::/47',
    '2001:db8:1:2:3:4:5:6/63': '2001:db8:1:2::/63',
    '1:0:0:2:0:0:0:3': '1:0:0:2::3',
    'fe80::1/10': 'fe80::/10',
    '::': '::',
    '::1/0': '::/0',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::FFFF:cb00:7107': '203.0.113.7',
    '::ffff:10.9.9.9/104': '10.0.0.0/8',
    '::ffff:0:0/96': '0.0.0.0/0',
    '::203.0.113.7': '::203.0.113.7',
  }

  const canonical = Object.keys(forms).map(canonicalAddress)

  assert.deepEqual(canonical, Object.values(forms))
  assert.deepEqual(Object.values(forms).map(canonicalAddress), Object.values(forms))
})

test('a text that is neither an address nor a network has no canonical form', () => {
  const wrong = [
    ...['', ' ', 'localhost', 'example.org', '*', '0', '203.0.113', '203.0.113.256'],
    ...['203.0.113.07', '0xcb.0.113.7', '203.0.113.7:25565', 'http://203.0.113.7', '[::1]'],
    ...['203.0.113.7/33', '203.0.113.7/-1', '203.0.113.7/', '203.0.113.7/08', '203.0.113.7/1e1'],
    ...[
      '203.0.113.0/255.255.255.0',
      '203.0.113.7/24/24',
      '203.0.113.7 /24',
      '203.0.113.7,::1',
      '203.0.113.7,',
    ],
    ...['::1/129', '1::2::3', ':::', '12345::', 'fe80::1%eth0', 'fe80::1%eth0/64', '::1\u0000'],
  ]

  const canonical = wrong.map(canonicalAddress)

  assert.deepEqual(
    canonical,
    wrong.map(() => undefined),
  )
})

/** The same IPv4 address in every form in which sockets, proxies and forgers write it. */
const SPELLINGS = [
  ...['66.66.66.67', '66.66.66.67:5678', '[66.66.66.67]', '[66.66.66.67]:0', '::ffff:66.66.66.67'],
  ...['::FFFF:4242:4243', '0::ffff:4242:4243', '0:0:0:0:0:ffff:66.66.66.67', '[::ffff:4242:4243]'],
  ...['0000:0000:0000:0000:0000:ffff:4242:4243', '[::ffff:66.66.66.67]:65535'],
  ...['::ffff:4242:4243%eth0', '[::ffff:4242:4243%25eth0]:9'],
]

test('all spellings of a caller’s address are read as one address', () => {
  const dotted = SPELLINGS.map(readAddress)
  const long = ['2001:DB8:0:0:0:0:0:1', '[2001:db8::1]', '[2001:db8::0:1]:443', '2001:db8::1%2']

  assert.deepEqual(new Set(dotted), new Set(['66.66.66.67']))
  assert.deepEqual(new Set(long.map(readAddress)), new Set(['2001:db8::1']))
  assert.equal(readAddress('[::1]:9'), '::1')
  assert.equal(readAddress('2001:db8::1:9'), '2001:db8::1:9') // without brackets, 9 is no port
  for (const spelling of SPELLINGS) assert.ok(isTrusted(['66.66.66.64/30'], spelling), spelling)
})

test('a text that only resembles a caller’s address is not an address', () => {
  const wrong = [
    ...['66.66.66.67%eth0', '66.66.66.67%', '[66.66.66.67%eth0]'],
    ...['', ' ', 'unknown', '_hidden', '66.66.66', '66.66.66.067', '66.66.66.67:', '66.66.66.67:x'],
    ...['66.66.66.67:123456', '66.66.66.67:1:2', '[66.66.66.67', '66.66.66.67]', '[]:9', ':9'],
    ...[
      '66.66.66.67/32',
      '::1/128',
      '0x42424243',
      '1111638595',
      '[::1]9',
      '[[::1]]',
      '"66.66.66.67"',
    ],
  ]

  const read = wrong.map(readAddress)

  assert.deepEqual(
    read,
    wrong.map(() => ''),
  )
})

const cases: [list: string[], trusted: string[], refused: string[]][] = [
  [[], [], ['127.0.0.1', '::1', '203.0.113.7', '']],
  [['203.0.113.7'], ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.6', '203.0.113.70']],
  [['203.0.113.7'], ['::FFFF:CB00:7107'], ['::203.0.113.7', '::cb00:7107', 'cb00:7107::']],
  [['203.0.113.0/24'], ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  [['203.0.113.128/25'], ['203.0.113.128', '203.0.113.255'], ['203.0.113.127']],
  [['203.0.113.6/31'], ['203.0.113.6', '203.0.113.7'], ['203.0.113.5', '203.0.113.8']],
  [['10.0.0.0/8'], ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  [['0.0.0.0/0'], ['0.0.0.0', '255.255.255.255', '::ffff:1.2.3.4'], ['::1', '2001:db8::1']],
  [['2001:db8::1'], ['2001:db8::1', '2001:DB8:0:0::1'], ['2001:db8::2', '2001:db8:0:1::1']],
  [['2001:db8::/47'], ['2001:db8::', '2001:db8:1:ffff::1'], ['2001:db8:2::', '2001:db7:ffff::']],
  [['2001:db8::/127'], ['2001:db8::', '2001:db8::1'], ['2001:db8::2']],
  [['::/0'], ['::', 'ffff::1'], ['1.2.3.4', '::ffff:1.2.3.4']],
  [
    ['::/64', '::1'],
    ['::1', '::1:2:3'],
    ['1.2.3.4', '::ffff:1.2.3.4'],
  ],
  [['fe80::1'], ['fe80::1', 'fe80::1%eth0'], ['fe80::2%eth0', 'fe80::1:1']],
  [
    ['203.0.113.7', '::1'],
    ['203.0.113.7', '::1'],
    ['::2', '127.0.0.1'],
  ],
]

for (const [list, trusted, refused] of cases) {
  test(`a list trusts only the addresses in it: ${list.join(', ') || '(empty)'}`, () => {
    assert.deepEqual(
      trusted.filter((ip) => !isTrusted(list, ip)),
      [],
    )
    assert.deepEqual(
      [...refused, '', 'unknown', '1.2.3', '%eth0'].filter((ip) => isTrusted(list, ip)),
      [],
    )
  })
}

test('only a network with a prefix of 0 bits trusts every address', () => {
  assert.deepEqual(
    [[], ['0.0.0.0/1', '128.0.0.0/1'], ['::1'], ['::/0'], ['::1', '0.0.0.0/0']].map(
      trustsEveryAddress,
    ),
    [false, false, false, true, true],
  )
})
