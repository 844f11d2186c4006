import { type Clock, SECOND } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { GameStatus } from '../../platform/outbound/game-server-status.ts'
import { type GameServer, readGameServers } from '../../settings/game-servers.ts'

const ASKED_EVERY = 30 * SECOND
const KNOWN_FOR = 10 * 60 * SECOND

/** `online` is undefined until the server was asked. */
export type ServerStatus = { name: string; online: boolean | undefined; status?: GameStatus }

export type ServerStatuses = {
  /**
   * Returns what is known of the owner's servers, and asks those again that were not asked within 30 s.
   * It waits for none of them, and nobody is asked while nobody looks.
   */
  read(): Promise<ServerStatus[]>
  /** Resolves when every question under way has its answer. */
  settled(): Promise<void>
}

/** The settings are above this folder, so only what is read of them is named. */
type Needs = { settings: { read(): Promise<{ gameServers: string }> }; clock: Clock; log: Log }

type Known = { askedAt: number; answeredAt: number | undefined; status: GameStatus | undefined }

/** Each process asks for itself: twelve small questions in 30 s need no agreement. */
export function serverStatuses(
  app: Needs,
  ask: (server: GameServer) => Promise<GameStatus>,
): ServerStatuses {
  const known = new Map<string, Known>()
  const asking = new Set<Promise<void>>()

  const askAgain = async (server: GameServer, entry: Known): Promise<void> => {
    try {
      entry.status = await ask(server)
    } catch (error) {
      entry.status = undefined
      app.log.debug({ server: server.name, reason: failureOf(error) }, 'a game server is away')
    }
    entry.answeredAt = app.clock.now()
  }

  const look = (server: GameServer, now: number): ServerStatus => {
    const key = keyOf(server)
    const entry = known.get(key) ?? { askedAt: 0, answeredAt: undefined, status: undefined }
    known.set(key, entry)
    if (Math.abs(now - entry.askedAt) >= ASKED_EVERY) {
      entry.askedAt = now
      const question = askAgain(server, entry).finally(() => asking.delete(question))
      asking.add(question)
    }
    const { answeredAt, status } = entry
    const isKnown = answeredAt !== undefined && now - answeredAt < KNOWN_FOR
    if (!isKnown) return { name: server.name, online: undefined }
    return { name: server.name, online: status !== undefined, ...(status && { status }) }
  }

  return {
    async read() {
      const { gameServers } = await app.settings.read()
      const servers = readGameServers(gameServers) ?? []
      const wanted = new Set(servers.map(keyOf))
      for (const key of known.keys()) if (!wanted.has(key)) known.delete(key)
      const now = app.clock.now()
      return servers.map((server) => look(server, now))
    },
    async settled() {
      await Promise.all(asking)
    },
  }
}

function keyOf({ host, port }: GameServer): string {
  return `${host} ${port}`
}
