import { type Clock, SECOND } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { GameStatus } from '../../platform/outbound/game-server-status.ts'
import { type GameServer, readGameServers } from '../../settings/game-servers.ts'
import { parsePicture } from '../pictures/parse-picture.ts'
import type { StoredPicture } from '../pictures/picture.ts'

const POLL_INTERVAL = 30 * SECOND
const STATUS_TTL = 10 * 60 * SECOND
const MAX_ICON_SIDE = 128

/**
 * The status of a game server. `online` is undefined if there is no result of the last ten minutes; `iconHash` is empty
 * without an icon.
 */
export type ServerStatus = {
  name: string
  address: string
  online: boolean | undefined
  iconHash: string
  status?: GameStatus
}

export type ServerStatuses = {
  /** Returns the cached statuses immediately, and requests the status of servers that were not queried for 30 s. */
  read(): Promise<ServerStatus[]>
  /** Returns the icon of a server; undefined if this process has not received it. */
  findIcon(hash: string): Uint8Array | undefined
  flushed(): Promise<void>
}

/** The parts of the app that the cache needs. It reads only one setting, `gameServers`. */
type Deps = { settings: { read(): Promise<{ gameServers: string }> }; clock: Clock; log: Log }

type CachedStatus = {
  polledAt: number
  respondedAt: number | undefined
  status: GameStatus | undefined
  /** The last icon. It is kept while the server is offline. */
  icon: StoredPicture | undefined
}

/**
 * Makes the cache of statuses. Each process queries the game servers itself, because twelve small requests in 30 s need
 * no coordination.
 */
export function serverStatuses(
  app: Deps,
  queryServer: (server: GameServer) => Promise<GameStatus>,
): ServerStatuses {
  const cache = new Map<string, CachedStatus>()
  const pendingPolls = new Set<Promise<void>>()

  const pollServer = async (server: GameServer, entry: CachedStatus): Promise<void> => {
    try {
      entry.status = await queryServer(server)
      entry.icon = iconOf(entry.status)
    } catch (error) {
      entry.status = undefined
      app.log.debug({ server: server.name, reason: failureOf(error) }, 'game server query failed')
    }
    entry.respondedAt = app.clock.now()
  }

  const statusOf = (server: GameServer, now: number): ServerStatus => {
    const key = keyOf(server)
    const entry: CachedStatus = cache.get(key) ?? {
      polledAt: 0,
      respondedAt: undefined,
      status: undefined,
      icon: undefined,
    }
    cache.set(key, entry)
    if (Math.abs(now - entry.polledAt) >= POLL_INTERVAL) {
      entry.polledAt = now
      const pendingPoll = pollServer(server, entry).finally(() => pendingPolls.delete(pendingPoll))
      pendingPolls.add(pendingPoll)
    }
    const { respondedAt, status } = entry
    const isFresh = respondedAt !== undefined && now - respondedAt < STATUS_TTL
    const known = {
      name: server.name,
      address: addressOf(server),
      iconHash: entry.icon?.hash ?? '',
    }
    if (!isFresh) return { ...known, online: undefined }
    return { ...known, online: status !== undefined, ...(status && { status }) }
  }

  return {
    async read() {
      const { gameServers } = await app.settings.read()
      const servers = readGameServers(gameServers) ?? []
      const currentKeys = new Set(servers.map(keyOf))
      for (const key of cache.keys()) if (!currentKeys.has(key)) cache.delete(key)
      const now = app.clock.now()
      return servers.map((server) => statusOf(server, now))
    },
    findIcon: (hash) => cache.values().find(({ icon }) => icon?.hash === hash)?.icon?.bytes,
    async flushed() {
      await Promise.all(pendingPolls)
    },
  }
}

/** Checks an icon like an uploaded picture. Returns undefined if it is not a small PNG. */
function iconOf({ icon }: GameStatus): StoredPicture | undefined {
  if (!icon) return undefined
  try {
    const picture = parsePicture(icon)
    return picture.kind === 'png' && picture.width <= MAX_ICON_SIDE ? picture : undefined
  } catch {
    return undefined
  }
}

function addressOf({ host, port }: GameServer): string {
  return port === undefined ? host : `${host}:${port}`
}

function keyOf({ host, port }: GameServer): string {
  return `${host} ${port}`
}
