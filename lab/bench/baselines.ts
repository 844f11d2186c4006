import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The baselines of the site, each in its own process. */
export type Baselines = {
  httpPort: number
  /** Sets the size of the responses of the bare server, in bytes. */
  answerWith(bytes: number): Promise<void>
  /** Verifies passwords for `duration` ms. @returns the number of passwords per second */
  verifyPasswords(duration: number): Promise<number>
  stop(): void
}

export async function startBaselines(): Promise<Baselines> {
  const server = fork(join(import.meta.dirname, 'bare-server.ts'))
  const argon2 = fork(join(import.meta.dirname, 'bare-argon2.ts'))
  const [httpPort] = await Promise.all([answerOf(server), answerOf(argon2)])
  return {
    httpPort,
    async answerWith(bytes) {
      server.send(bytes)
      await answerOf(server)
    },
    verifyPasswords(duration) {
      argon2.send(duration)
      return answerOf(argon2)
    },
    stop() {
      server.kill()
      argon2.kill()
    },
  }
}

/** Returns the number in the next message of a child process. @throws Error if the child ends instead */
async function answerOf(child: ChildProcess): Promise<number> {
  const gone = new AbortController()
  const exit = once(child, 'exit', { signal: gone.signal }).then(() => {
    throw new Error('a floor process ended unexpectedly')
  })
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal: gone.signal }), exit])
    return Number(answer)
  } finally {
    gone.abort()
    exit.catch(() => undefined)
  }
}
