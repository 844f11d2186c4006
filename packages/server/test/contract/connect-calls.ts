import { openGameServer } from '../game-servers/game-server.ts'
import type { Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'

type Server = Awaited<ReturnType<typeof openGameServer>>

function asServer(call: (server: Server, playerId: string) => Promise<Reply>) {
  return async (site: Site) => {
    const owner = await openOwner(site)
    await owner.group('gold')
    const { id } = await site.player('Steve')
    return call(await openGameServer(site), id)
  }
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const BAN = { reason: 'griefing' }
const AMOUNT = { virtual: 5, reason: 'vote' }

/** A successful and a refused call for each endpoint for game servers. */
export const connectCalls = {
  lookUpPlayers: {
    happy: asServer((server) => server.send('POST', 'players/lookup', { names: ['Steve'] })),
    refused: asServer((server) => server.send('POST', 'players/lookup', { names: 'Steve' })),
  },
  connectBan: {
    happy: asServer((server, id) => server.send('POST', `players/${id}/ban`, BAN)),
    refused: asServer((server) => server.send('POST', `players/${UNKNOWN}/ban`, BAN)),
  },
  connectUnban: {
    happy: asServer(async (server, id) => {
      await server.send('POST', `players/${id}/ban`, BAN)
      return server.send('DELETE', `players/${id}/ban`)
    }),
    refused: asServer((server, id) => server.send('DELETE', `players/${id}/ban`)),
  },
  connectGiveRank: {
    happy: asServer((server, id) =>
      server.send('POST', `players/${id}/groups`, { group: 'gold', days: 30 }),
    ),
    refused: asServer((server, id) =>
      server.send('POST', `players/${id}/groups`, { group: 'unknown' }),
    ),
  },
  connectTakeRank: {
    happy: asServer(async (server, id) => {
      const { body } = await server.send('POST', `players/${id}/groups`, { group: 'gold' })
      return server.send('DELETE', `players/${id}/groups/${body.grant.id}`)
    }),
    refused: asServer((server, id) => server.send('DELETE', `players/${id}/groups/unknown`)),
  },
  connectBalance: {
    happy: asServer((server, id) => server.send('GET', `players/${id}/balance`)),
    refused: asServer((server) => server.send('GET', `players/${UNKNOWN}/balance`)),
  },
  connectChangeBalance: {
    happy: asServer((server, id) => server.send('POST', `players/${id}/balance`, AMOUNT)),
    refused: asServer((server, id) =>
      server.send('POST', `players/${id}/balance`, { ...AMOUNT, virtual: -5 }),
    ),
  },
  reportActivity: {
    happy: asServer((server, uuid) =>
      server.send('POST', 'activity', {
        players: [{ uuid, event: 'join', at: '2030-01-01T12:00:00.000Z' }],
      }),
    ),
    refused: asServer((server, uuid) =>
      server.send('POST', 'activity', { players: [{ uuid, event: 'join', at: 'noon' }] }),
    ),
  },
}
