import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** Opens a wire between a client and a server that can be cut, frozen and repaired. */
export async function openTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let isFrozen = false
  let tripwire: Buffer | undefined

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  const join = (client: Socket): void => {
    const server = connect(target.port, target.host)
    for (const socket of [client, server]) keep(socket)
    client.on('data', (chunk: Buffer) => {
      if (tripwire && chunk.includes(tripwire)) return dropAll()
      if (!isFrozen) server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!isFrozen) client.write(chunk)
    })
    client.once('close', () => server.destroy())
    server.once('close', () => client.destroy())
  }
  const dropAll = (): void => {
    tripwire = undefined
    for (const socket of sockets) socket.destroy()
  }
  let listener = createServer(join)
  await listen(listener, 0)
  const { port } = listener.address() as AddressInfo

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
    /** Keeps every connection open and lets nothing pass, like a host that lost its power. */
    freeze() {
      isFrozen = true
    },
    /** Lets everything pass again, also over connections that lost something meanwhile. */
    thaw() {
      isFrozen = false
    },
    /** Accepts connections again; those that were frozen stay broken. */
    async mend() {
      isFrozen = false
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}
