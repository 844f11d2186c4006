import { createServer } from 'node:net'

/*
 * A free port is used only later, when a program starts or a closed server reopens. The system must not assign the port
 * in the meantime. So the port is outside the ranges that the system assigns (from 32768 on Linux, from 49152
 * elsewhere), and each process searches its own range, so that concurrent test files do not collide.
 */
const FIRST = 20_000
const COUNT = 12_000
/**
 * The distance between the port ranges of two processes with consecutive ids: more ports than a process needs, and
 * coprime to COUNT, so that concurrent processes start at different ports.
 */
const STEP = 97

let turn = 0

/** Finds a port of 127.0.0.1 that is free, and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < COUNT; looked += 1) {
    const port = FIRST + ((process.pid * STEP + turn) % COUNT)
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
