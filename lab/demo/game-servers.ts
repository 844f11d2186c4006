import { createServer, type Server } from 'node:net'
import { statusOf } from '../../packages/server/test/support/game-server.ts'
import type { Content } from './content/content.ts'

const HOST = '127.0.0.1'
const FIRST_PORT = 25_571

/** The lines of the setting `gameServers`: the demo's servers, which answer at fixed ports of this machine. */
export function gameServerLines({ servers }: Content): string {
  return servers.map(({ name }, place) => `${name} ${HOST}:${FIRST_PORT + place}`).join('\n')
}

/** Opens game servers that answer with their status and nothing else. One whose port is in use stays offline. */
export function openGameServers({ servers }: Content): { close(): void } {
  const opened: Server[] = servers.map(({ players, most, motd }, place) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(statusOf(players, most, motd)))
    })
    server.on('error', () => undefined)
    return server.listen(FIRST_PORT + place, HOST).unref()
  })
  return {
    close() {
      for (const server of opened) server.close()
    },
  }
}
