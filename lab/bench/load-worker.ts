import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from './http-client.ts'
import { load } from './load.ts'

/** The requests that each connection repeats, and for how many milliseconds. */
export type OverloadTask = {
  port: number
  duration: number
  requests: readonly (readonly string[])[]
}

export type OverloadResult = { rate: number; statuses: Record<string, number> }

const { port, duration, requests }: OverloadTask = workerData
const statuses: Record<string, number> = {}
const connections = await Promise.all(requests.map(() => openConnection(port)))
const visitors = connections.map((connection, n) => {
  const own = requests[n] ?? []
  let turn = 0
  return async () => {
    const { status } = await connection.send(own[turn % own.length] ?? '')
    turn += 1
    statuses[status] = (statuses[status] ?? 0) + 1
  }
})
const { rate } = await load(visitors, duration)
for (const connection of connections) connection.close()
parentPort?.postMessage({ rate, statuses } satisfies OverloadResult)
