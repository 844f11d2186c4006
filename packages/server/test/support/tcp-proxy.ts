import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../../../scripts/test/free-port.ts'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** What a client sends, or what comes back. */
type Direction = 'questions' | 'answers'

const BOTH: readonly Direction[] = ['questions', 'answers']

/** Opens a wire between a client and a server that can be cut, fall silent, lose answers and be repaired. */
export async function openTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let silent = new Set<Direction>()
  let tripwire: Buffer | undefined
  let doomed: Buffer | undefined
  let onLoss = nothing
  let loses: () => boolean = never

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  const join = (client: Socket): void => {
    const server = connect(target.port, target.host)
    let isDoomed = false
    for (const socket of [client, server]) keep(socket)
    client.on('data', (chunk: Buffer) => {
      if (tripwire && chunk.includes(tripwire)) return dropAll()
      if (silent.has('questions')) return
      if (doomed && chunk.includes(doomed)) {
        isDoomed = true
        doomed = undefined
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (isDoomed || loses()) {
        client.destroy()
        if (isDoomed) onLoss()
      } else if (!silent.has('answers')) client.write(chunk)
    })
    client.once('close', () => server.destroy())
    server.once('close', () => client.destroy())
  }
  const dropAll = (): void => {
    tripwire = undefined
    for (const socket of sockets) socket.destroy()
  }
  const port = await freePort() // it stays ours while the wire is cut
  let listener = createServer(join)
  await listen(listener, port)

  return {
    port,
    /** Breaks every connection and accepts no new one. */
    async cut() {
      const closed = new Promise((resolve) => listener.close(resolve))
      dropAll()
      await closed
    },
    /** Breaks every connection once, when this text is about to reach the server. */
    cutAt(text: string) {
      tripwire = Buffer.from(text)
    },
    /**
     * Breaks one connection when the server has answered this text, before the answer arrives.
     *
     * @param then is called in the same instant, before the client can connect again.
     */
    loseAnswerTo(text: string, then = nothing) {
      doomed = Buffer.from(text)
      onLoss = then
    },
    /** Breaks a connection at each answer, or each third, before it arrives; until `mend` or `thaw`. */
    loseAnswers(every = 1) {
      let count = 0
      loses = () => {
        count += 1
        return count % every === 0
      }
    },
    /** Breaks one connection when the server next answers anything, before the answer arrives. */
    loseNextAnswer() {
      loses = () => {
        loses = never
        return true
      }
    },
    /**
     * Keeps every connection open and lets nothing pass in these directions, like a host that lost its
     * power. While only answers are held, the server still does what it is told.
     */
    freeze(directions = BOTH) {
      silent = new Set(directions)
    },
    /** Lets everything pass again, also over connections that lost something meanwhile. */
    thaw() {
      silent = new Set()
      loses = never
      doomed = undefined
    },
    /** Accepts connections again; those that were frozen stay broken. */
    async mend() {
      this.thaw()
      dropAll()
      if (!listener.listening) {
        listener = createServer(join)
        await listen(listener, port)
      }
    },
    async close() {
      if (listener.listening) await this.cut()
    },
  }
}

function nothing(): void {}

function never(): boolean {
  return false
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
