import { randomUUID } from 'node:crypto'

const MAX_SESSIONS = 10_000

export type Session = {
  accessToken: string
  clientToken: string
  uuid: string
  username: string
  serverId?: string
}

export type Tokens = { accessToken: string; clientToken?: string | undefined }

/** Keeps the latest session of each player, of at most `size` players, as long as the process runs. */
export function openSessions(size = MAX_SESSIONS) {
  const sessions = new Map<string, Session>()

  function find({ accessToken, clientToken }: Tokens): Session | undefined {
    const session = [...sessions.values()].find((one) => one.accessToken === accessToken)
    const foreign = clientToken && session?.clientToken !== clientToken
    return foreign ? undefined : session
  }

  return {
    find,

    open(player: { uuid: string; username: string }, clientToken: string | undefined): Session {
      const { uuid, username } = player
      const tokens = { accessToken: randomUUID(), clientToken: clientToken || randomUUID() }
      sessions.delete(uuid)
      sessions.set(uuid, { ...tokens, uuid, username })
      const [oldest] = sessions.keys()
      if (sessions.size > size && oldest !== undefined) sessions.delete(oldest)
      return { ...tokens, uuid, username }
    },

    /** Records which server a player is about to join. @returns false if no session has this access token and UUID */
    join(accessToken: string, uuid: string | undefined, serverId: string): boolean {
      const session = find({ accessToken })
      if (!session || session.uuid !== uuid) return false
      session.serverId = serverId
      return true
    },

    /**
     * Finds the session of the player with this name who is about to join a server. @returns undefined if there is none
     */
    joined: (username: string, serverId: string): Session | undefined =>
      [...sessions.values()].find(
        (one) => one.username.toLowerCase() === username.toLowerCase() && one.serverId === serverId,
      ),

    close(tokens: Tokens): void {
      const session = find(tokens)
      if (session) sessions.delete(session.uuid)
    },
  }
}
