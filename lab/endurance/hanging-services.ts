import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailServer } from '../../packages/server/test/support/smtp.ts'
import { percentile } from '../bench/statistics.ts'
import { openSite, reopenSite, type Site } from './chaos-site.ts'
import { allBroken, type Findings } from './kills.ts'
import { type Promised, register } from './ledger.ts'
import type { Place } from './place.ts'

const REGISTRATIONS = 40
/** The longest acceptable delay in milliseconds (the breach list has 2 s to respond). */
const PATIENCE = 4_000
const MAILED_WITHIN = 180_000

/**
 * Checks that a hanging mail server delays no request, and that every mail is sent when it responds again.
 */
export async function surviveHangingMail(place: Place): Promise<Findings> {
  await using mail = await openMailServer()
  mail.mood = 'silent'
  const env = { SMTP_URL: mail.url }
  const site = await openSite(place, env)
  const { players, slowest } = await registerMany(site)
  await site.kill()
  mail.mood = 'takes'
  const again = await reopenSite(place, site, env)

  const wanted = new Set(players.map(({ username }) => `${username}@example.org`.toLowerCase()))
  const arrived = () => mail.arrived.flatMap(({ to }) => to.map((address) => address.toLowerCase()))
  for (let waited = 0; waited < MAILED_WITHIN; waited += 500) {
    if (wanted.isSubsetOf(new Set(arrived()))) break
    await sleep(500)
  }
  const counts = Map.groupBy(arrived(), (address) => address)
  const faults = [...wanted]
    .map((address) => `${address} has ${counts.get(address)?.length ?? 0} mails`)
    .filter((text) => !text.endsWith(' 1 mails'))
  await again.stop()
  return withSlowest({ summary: `${wanted.size} mails`, faults }, slowest)
}

/** Checks that passwords are accepted after the time limit if the breach list hangs. */
export async function surviveHangingLeakService(place: Place): Promise<Findings> {
  const silent = await openSilentServer()
  const site = await openSite(place, { BREACH_API_URL: `http://127.0.0.1:${silent.port}` })
  const { players, slowest } = await registerMany(site)
  const faults = await allBroken(site, players)
  if (players.length < REGISTRATIONS)
    faults.push(`${players.length} of ${REGISTRATIONS} could register`)
  await site.stop()
  silent.close()
  return withSlowest({ summary: `${players.length} registrations`, faults }, slowest)
}

function withSlowest({ summary, faults }: Findings, slowest: number): Findings {
  const isPatient = slowest <= PATIENCE
  const told = `${summary}, slowest answer ${slowest.toFixed(0)} ms`
  return { summary: told, faults: isPatient ? faults : [...faults, 'somebody had to wait'] }
}

async function registerMany(site: Site): Promise<{ players: Promised[]; slowest: number }> {
  const players: Promised[] = []
  const times: number[] = []
  for (let turn = 0; turn < REGISTRATIONS; turn += 1) {
    const begunAt = performance.now()
    const player = await register(site)
    times.push(performance.now() - begunAt)
    if (player) players.push(player)
  }
  return { players, slowest: percentile(times, 1) }
}

async function openSilentServer(): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // the address of a TCP server has a port; only a pipe has none
  const { port } = server.address() as AddressInfo
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
