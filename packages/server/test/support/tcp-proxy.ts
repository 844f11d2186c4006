import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../../../scripts/test/free-port.ts'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** A direction of data: `questions` are sent by the client, `answers` by the server. */
type Direction = 'questions' | 'answers'

const BOTH: readonly Direction[] = ['questions', 'answers']

/** The two sockets of a connection, named by the data that is read from them. */
type Joined = Record<Direction, Socket>

/** Opens a proxy between a client and a server that can disconnect, freeze, lose responses and recover. */
export async function openTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const paused = new Set<Direction>()
  const joined = new Set<Joined>()
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
    const pair = { questions: client, answers: server }
    joined.add(pair)
    client.on('data', (chunk: Buffer) => {
      if (tripwire && chunk.includes(tripwire)) return dropAll()
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
      } else client.write(chunk)
    })
    client.once('close', () => {
      joined.delete(pair)
      server.destroy()
    })
    server.once('close', () => client.destroy())
    for (const direction of paused) pair[direction].pause()
  }
  const dropAll = (): void => {
    tripwire = undefined
    for (const socket of sockets) socket.destroy()
  }
  const port = await freePort() // the port stays ours while the proxy is closed
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
     * Breaks one connection when the server has responded to this text, before the response arrives.
     * @param then is called at the same instant, before the client can connect again.
     */
    loseResponseTo(text: string, then = nothing) {
      doomed = Buffer.from(text)
      onLoss = then
    },
    /** Breaks a connection at every (or every n-th) response before it arrives, until `restore` or `thaw`. */
    loseResponses(every = 1) {
      let count = 0
      loses = () => {
        count += 1
        return count % every === 0
      }
    },
    /** Breaks one connection at the server's next response, before it arrives. */
    loseNextResponse() {
      loses = () => {
        loses = never
        return true
      }
    },
    /**
     * Keeps every connection open and holds back the data in these directions, like a host that is suspended. While
     * only responses are held back, the server still executes requests.
     */
    freeze(directions = BOTH) {
      for (const direction of directions) paused.add(direction)
      for (const pair of joined) for (const direction of directions) pair[direction].pause()
    },
    /** Forwards what was held back, and everything after it. */
    thaw() {
      paused.clear()
      for (const pair of joined) for (const direction of BOTH) pair[direction].resume()
      loses = never
      doomed = undefined
    },
    /** Accepts new connections again. Breaks all existing ones, including frozen ones, so that clients reconnect. */
    async restore() {
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
