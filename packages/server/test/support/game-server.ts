import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Frames a text as a status response by the rules of the protocol, independent of our code. */
export function statusPacket(json: string): Buffer {
  const text = Buffer.from(json)
  const packet = Buffer.concat([Buffer.from([0]), number(text.length), text])
  return Buffer.concat([number(packet.length), packet])
}

export function statusOf(players: number, most: number, description: unknown = ''): Buffer {
  const version = { name: '1.21', protocol: 767 }
  return statusPacket(
    JSON.stringify({ version, players: { online: players, max: most }, description }),
  )
}

function number(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}

/** Opens a game server that responds to each caller with `answer`, and stores what it receives. */
export async function openGameServer(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const received: Buffer[] = []
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    sockets.add(socket)
    socket.on('error', () => undefined) // the caller disconnects after a hostile response
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (chunk: Buffer) => {
      received.push(chunk)
      answer(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    calls: () => calls,
    received: () => Buffer.concat(received),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
