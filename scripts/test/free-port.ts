import { createServer } from 'node:net'

/*
 * A port that is found free is used only later: a program has to start first, or a server that was closed
 * comes back. The system must not give it to anybody meanwhile. So it is not one of those that the system
 * gives to connections and to servers that ask for any port (from 32768 on Linux, from 49152 elsewhere),
 * and each process looks at a place of its own, so that test files beside each other do not meet.
 */
const FIRST = 20_000
const COUNT = 12_000
/** Further than one process looks, and prime to COUNT, so that processes that start together begin apart. */
const APART = 97

let turn = 0

/** Finds a port of 127.0.0.1 that is free, and that this process has not found before. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < COUNT; looked += 1) {
    const port = FIRST + ((process.pid * APART + turn) % COUNT)
    turn += 1
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
