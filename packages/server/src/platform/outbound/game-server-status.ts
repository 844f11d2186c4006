import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { SECOND } from '../clock.ts'
import { publicLookup, refuseInside } from './public-host.ts'
import { type GameStatus, MOST_BYTES, readAnswer, writeQuestion } from './server-list-ping.ts'

export type { GameStatus }

const BUDGET = 4 * SECOND
const USUAL_PORT = 25_565

/** Finds where the DNS says that a host's game server is. */
export type FindService = (name: string) => Promise<{ name: string; port: number }[]>

/**
 * Asks a game server for its status, as the game's list of servers does. What comes back is bounded in time and
 * size (docs/security.md#connections).
 *
 * @param port undefined: the one of the SRV record, or 25565.
 * @param options.isAllowedInside whether the host may be, or lead to, an address of this machine or its network.
 * @throws InsideHost; Error of the network, or when the answer is not a status or exceeds the bounds.
 */
export async function askGameStatus(
  { host, port }: { host: string; port: number | undefined },
  {
    budget = BUDGET,
    findService = askDns,
    isAllowedInside,
  }: { budget?: number; findService?: FindService; isAllowedInside: boolean },
): Promise<GameStatus> {
  const signal = AbortSignal.timeout(budget)
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const place = port ? { name: bare, port } : await placeOf(bare, findService)
  signal.throwIfAborted()

  if (!isAllowedInside) refuseInside(place.name)
  const lookup = isAllowedInside ? {} : { lookup: publicLookup }
  const socket = connect({ host: place.name, port: place.port, ...lookup })
  const hangUp = () => void socket.destroy(signal.reason)
  signal.addEventListener('abort', hangUp)
  try {
    await once(socket, 'connect')
    socket.write(writeQuestion(bare, place.port))
    let received = Buffer.alloc(0)
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk])
      if (received.length > MOST_BYTES + 8) throw new Error('the answer is too large')
      const status = readAnswer(received)
      if (status) return status
    }
    throw new Error('the server hung up')
  } finally {
    signal.removeEventListener('abort', hangUp)
    socket.destroy()
  }
}

async function placeOf(host: string, findService: FindService) {
  const usual = { name: host, port: USUAL_PORT }
  if (isIP(host) !== 0) return usual
  const [service] = await findService(`_minecraft._tcp.${host}`).catch(() => []) // most have none
  return service ?? usual
}

const askDns: FindService = (name) => new Resolver({ timeout: SECOND, tries: 1 }).resolveSrv(name)
