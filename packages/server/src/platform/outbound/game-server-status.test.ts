import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { openGameServer, statusOf, statusPacket } from '../../../test/support/game-server.ts'
import { fetchGameStatus } from './game-server-status.ts'

const players = { online: 3, max: 20 }

const HERE = { isAllowedInside: true, budget: 60_000 }

test('the status of a game server has its description without formatting codes', async () => {
  const description = {
    text: '§aHello ',
    extra: [{ text: '<b>world</b>', bold: true }, { extra: ['\n§l!', { text: '\u202ex' }] }],
  }
  await using server = await openGameServer((socket) => socket.end(statusOf(3, 20, description)))

  const status = await fetchGameStatus(server, HERE)

  assert.deepEqual(status, {
    players: 3,
    most: 20,
    motd: 'Hello <b>world</b> ! x',
    version: '1.21',
    icon: undefined,
  })
})

test('the status request follows the game’s protocol', async () => {
  await using server = await openGameServer((socket) => socket.end(statusOf(0, 1)))

  await fetchGameStatus(server, HERE)

  const port = [server.port >> 8, server.port & 255]
  const name = Buffer.from('127.0.0.1')
  const handshake = [0, 0xff, 0xff, 0xff, 0xff, 0x0f, name.length, ...name, ...port, 1]
  assert.deepEqual([...server.received()], [handshake.length, ...handshake, 1, 0])
})

test('a status that arrives byte by byte is read', async () => {
  await using server = await openGameServer(async (socket) => {
    for (const byte of statusOf(7, 9, 'slow')) {
      await new Promise((written) => socket.write(Buffer.from([byte]), written))
    }
  })

  const status = await fetchGameStatus(server, HERE)

  assert.deepEqual(status, { players: 7, most: 9, motd: 'slow', version: '1.21', icon: undefined })
})

test('an SRV record decides the address of a host without a port', async () => {
  await using server = await openGameServer((socket) => socket.end(statusOf(1, 2)))
  const asked: string[] = []
  const findService = async (name: string) => {
    asked.push(name)
    return [{ name: server.host, port: server.port }]
  }

  const status = await fetchGameStatus(
    { host: 'play.example.org', port: undefined },
    { findService, ...HERE },
  )

  assert.deepEqual([asked, status.players], [['_minecraft._tcp.play.example.org'], 1])
  assert.ok(server.received().includes('play.example.org'))
})

const nested = `${'{"extra":['.repeat(9_000)}"deep"${']}'.repeat(9_000)}`

const HOSTILE: Record<string, { answer: (socket: Socket) => void; message: RegExp }> = {
  'sends nothing': { answer: () => undefined, message: /timeout/ },
  'stops half way': {
    answer: (socket) => void socket.write(statusOf(1, 2).subarray(0, 20)),
    message: /timeout/,
  },
  'names a huge length': {
    answer: (socket) => void socket.write(Buffer.from([0xff, 0xff, 0xff, 0x7f, 0])),
    message: /too large/,
  },
  'names a negative length': {
    answer: (socket) => void socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0])),
    message: /too large/,
  },
  'sends a number without end': {
    answer: (socket) => void socket.write(Buffer.alloc(6, 0xff)),
    message: /number is too long/,
  },
  'sends without end': { answer: sendEndlessly, message: /too large|too long|not a status/ },
  'lies about the length of its text': {
    answer: (socket) => socket.end(Buffer.from([4, 0, 100, 123, 125])),
    message: /not a status/,
  },
  'sends another packet': {
    answer: (socket) => socket.end(Buffer.from([3, 9, 1, 123])),
    message: /not a status/,
  },
  'sends no JSON': {
    answer: (socket) => socket.end(statusPacket('<html>')),
    message: /JSON|token/,
  },
  'sends null': { answer: (socket) => socket.end(statusPacket('null')), message: /no players/ },
  'counts below zero': { answer: (socket) => socket.end(statusOf(-1, 20)), message: /no players/ },
  'counts in fractions': {
    answer: (socket) => socket.end(statusOf(1.5, 20)),
    message: /no players/,
  },
  'closes the connection': { answer: (socket) => socket.end(), message: /hung up/ },
}

/** Sends a frame of the largest allowed length whose text never ends. */
function sendEndlessly(socket: Socket): void {
  socket.write(Buffer.from([0xff, 0xff, 0x0f]))
  const more = (): void => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x20)));
  }
  socket.on('drain', more)
  more()
}

for (const [what, { answer, message }] of Object.entries(HOSTILE)) {
  test(`the status of a game server that ${what} is refused`, async () => {
    await using server = await openGameServer(answer)
    const budget = /timeout/.test(String(message)) ? 60 : 60_000

    await assert.rejects(fetchGameStatus(server, { ...HERE, budget }), (error: Error) => {
      assert.match(error.message, message)
      return true
    })
  })
}

test('an endlessly nested description of a game server is shown as empty', async () => {
  const json = `{"players":${JSON.stringify(players)},"description":${nested}}`
  await using server = await openGameServer((socket) => socket.end(statusPacket(json)))

  const status = await fetchGameStatus(server, HERE)

  assert.deepEqual(status, { players: 3, most: 20, motd: '', version: '', icon: undefined })
})

test('a description of 100,000 characters is shortened', async () => {
  await using server = await openGameServer((socket) =>
    socket.end(statusOf(1, 2, 'x'.repeat(100_000))),
  )

  const status = await fetchGameStatus(server, HERE)

  assert.equal(status.motd, 'x'.repeat(160))
})
