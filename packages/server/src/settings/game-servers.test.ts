import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGameServers, writeGameServers } from './game-servers.ts'

test('a list of game servers has a name and an address on each line', () => {
  const servers = readGameServers(
    'Выживание  PLAY.example.org:25566\n\n Sky Block\t192.168.1.7 ; Six [2001:db8::1]:25565',
  )

  assert.deepEqual(servers, [
    { name: 'Выживание', host: 'play.example.org', port: 25566 },
    { name: 'Sky Block', host: '192.168.1.7', port: undefined },
    { name: 'Six', host: '[2001:db8::1]', port: 25565 },
  ])
  assert.deepEqual(readGameServers(writeGameServers(servers ?? [])), servers)
})

const WRONG = [
  'play.example.org',
  'Name http://play.example.org',
  'Name play.example.org:0',
  'Name play.example.org:65536',
  'Name play.example.org:',
  'Name play example.org/path',
  `${'x'.repeat(65)} play.example.org`,
  `Name ${'x'.repeat(254)}`,
  'Turned \u202e play.example.org',
  'Name -play.example.org',
]

for (const line of WRONG) {
  test(`the line ${JSON.stringify(line.slice(0, 40))} is refused as a game server`, () => {
    assert.equal(readGameServers(line), undefined)
  })
}
