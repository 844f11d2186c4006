import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName, networkOf } from './client.ts'

test('a browser is named with its operating system', () => {
  const agents: Record<string, string> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36':
      'Chrome on Windows',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
      'Safari on iOS',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36':
      'Chrome on Android',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0':
      'Microsoft Edge on Windows',
    'Mozilla/5.0': 'Browser',
    'Mozilla/5.0 Buy gold/1.0 (now)': 'Browser',
  }

  const names = Object.keys(agents).map(deviceName)

  assert.deepEqual(names, Object.values(agents))
})

test('a program is named by the product in its User-Agent', () => {
  const agents: Record<string, string> = {
    Launcher: 'Launcher',
    'Launcher/5.6.12 (Windows 11; Java 21)': 'Launcher',
    'curl/8.0': 'curl',
    'My Launcher 2/1.0': 'My Launcher 2',
    'Лаунчер/1.0': 'Лаунчер',
    'okhttp/4.12.0': 'okhttp',
  }

  const names = Object.keys(agents).map(deviceName)

  assert.deepEqual(names, Object.values(agents))
})

test('an empty or unreadable User-Agent is named as an unknown device', () => {
  const agents = ['', '   ', '/1.0', '<script>alert(1)</script>', '\u0000', '"; drop table player']

  const names = agents.map(deviceName)

  assert.deepEqual(new Set(names), new Set(['Unknown device']))
})

test('a device name is short and without markup for any User-Agent', () => {
  const agents = [
    'x'.repeat(256),
    'Launcher<b>bold</b>/1.0',
    'Mozilla/5.0 <script>alert(1)</script>',
    `Mozilla/5.0 (${'Windows '.repeat(30)})`,
    `Launcher\r\nBcc: thief@example.net`,
  ]

  const names = agents.map(deviceName)

  for (const name of names) assert.match(name, /^[\p{L}\p{N} ._-]{1,40}$/u)
})

test('a device name stays the same after the cache was full', () => {
  const names = ['curl/8.0', 'Mozilla/5.0'].map(deviceName)

  for (let count = 0; count < 2500; count += 1) deviceName(`Launcher${count}/1.0`)

  assert.deepEqual(['curl/8.0', 'Mozilla/5.0'].map(deviceName), names)
  assert.equal(deviceName('Launcher2499/2.0'), 'Launcher2499')
})

test('an IPv4 network has 256 addresses', () => {
  const addresses = ['203.0.113.0', '203.0.113.77', '203.0.113.255', '203.0.114.0', '10.0.0.1']

  const networks = addresses.map(networkOf)

  const here = '203.0.113.0/24'
  assert.deepEqual(networks, [here, here, here, '203.0.114.0/24', '10.0.0.0/24'])
})

test('an IPv6 network is the first 48 bits of the address', () => {
  const addresses = [
    '2001:db8:1::',
    '2001:db8:1:2:3:4:5:6',
    '2001:db8:1:ffff::1',
    '2001:db8:2::1',
    '2001:db8::1',
    'fe80::1',
    '::1',
    '::',
  ]

  const networks = addresses.map(networkOf)

  const here = '2001:db8:1::/48'
  const [other, short, local, loopback] = ['2001:db8:2', '2001:db8', 'fe80', '']
  assert.deepEqual(networks, [
    here,
    here,
    here,
    ...[other, short, local, loopback, loopback].map((first) => `${first}::/48`),
  ])
})

test('all spellings of an IPv6 address are in the same network', () => {
  const forms = [
    '2001:db8:0:1::5',
    '2001:db8::1:0:0:0:5',
    '2001:db8:0:1:0:0:0:5',
    '2001:0db8:0000:0001:0000:0000:0000:0005',
    '2001:DB8:0:1::5',
  ]

  const networks = new Set(forms.map(networkOf))

  assert.deepEqual(networks, new Set(['2001:db8::/48']))
})
