import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import { SECOND } from '../clock.ts'
import { publicLookup, refusePrivateHost } from './public-host.ts'
import {
  type GameStatus,
  MAX_BYTES,
  readStatusResponse,
  writeStatusRequest,
} from './server-list-ping.ts'

export type { GameStatus }

const BUDGET = 4 * SECOND
const DEFAULT_PORT = 25_565

/** `latency` is the time from the request to the response in whole milliseconds, without DNS and connecting. */
export type MeasuredStatus = { status: GameStatus; latency: number }

type Options = { budget?: number; findService?: FindService; isAllowedInside: boolean }

export type FindService = (name: string) => Promise<{ name: string; port: number }[]>

export async function fetchGameStatus(
  server: { host: string; port: number | undefined },
  options: Options,
): Promise<GameStatus> {
  return (await measureGameStatus(server, options)).status
}

/**
 * Requests the status of a game server.
 * @param port undefined: the port in the SRV record or, without a record, 25565
 * @throws PrivateHostError; Error of the network, or for an invalid or too large response
 */
export async function measureGameStatus(
  { host, port }: { host: string; port: number | undefined },
  { budget = BUDGET, findService = lookUpService, isAllowedInside }: Options,
): Promise<MeasuredStatus> {
  const signal = AbortSignal.timeout(budget)
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const place = port ? { name: bare, port } : await addressOf(bare, findService)
  signal.throwIfAborted()

  if (!isAllowedInside) refusePrivateHost(place.name)
  const lookup = isAllowedInside ? {} : { lookup: publicLookup }
  const socket = connect({ host: place.name, port: place.port, ...lookup })
  const disconnect = () => void socket.destroy(signal.reason)
  signal.addEventListener('abort', disconnect)
  try {
    await once(socket, 'connect')
    const sentAt = performance.now()
    socket.write(writeStatusRequest(bare, place.port))
    let received = Buffer.alloc(0)
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk])
      if (received.length > MAX_BYTES + 8) throw new Error('the answer is too large')
      const status = readStatusResponse(received)
      if (status) return { status, latency: Math.ceil(performance.now() - sentAt) }
    }
    throw new Error('the server hung up')
  } finally {
    signal.removeEventListener('abort', disconnect)
    socket.destroy()
  }
}

async function addressOf(host: string, findService: FindService) {
  const usual = { name: host, port: DEFAULT_PORT }
  if (isIP(host) !== 0) return usual
  const [service] = await findService(`_minecraft._tcp.${host}`).catch(() => []) // most hosts have no SRV record
  return service ?? usual
}

const lookUpService: FindService = (name) =>
  new Resolver({ timeout: SECOND, tries: 1 }).resolveSrv(name)
