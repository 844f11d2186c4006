import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningModule, startModule } from '../../packages/launcher-module/test/host.ts'
import { buildProgram } from '../../scripts/build/module.ts'
import { type Connection, openConnection, writeRequest } from './http-client.ts'
import { checkStatus } from './players.ts'
import { median } from './statistics.ts'

const STARTS = 15
const SLICES = 15
const CALLS_A_SLICE = 300
const MAX_CONCURRENT = 50
const ROUNDS = 5

export type ModulePlace = { port: number; apiKey: string; usernames: readonly string[] }

/** Times are in milliseconds, rates in players per second, memory in MB (10^6 bytes). */
export type ModuleFigures = {
  node: string
  fileBytes: number
  handshake: { median: number; slowest: number }
  /** The ratio is the median over pairs of alternating slices. */
  warm: { allows: number; empty: number; ratio: number }
  /** `direct` sends the same requests to the site without the module. */
  cold: { players: number; concurrent: number; rate: number; direct: number; ratio: number }
  memory: { idle: number; afterwards: number }
}

/** Measures the built program of the launcher module as a launcher server sees it. */
export async function measureModule(place: ModulePlace): Promise<ModuleFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-module-'))
  const file = join(folder, 'portal')
  await buildProgram(file)
  try {
    const handshakes: number[] = []
    for (let start = 0; start < STARTS; start += 1) handshakes.push(await measureStart(file))

    const module = await startModule(file, environment())
    const settings = { url: `http://127.0.0.1:${place.port}`, apiKey: place.apiKey }
    await module.greet(JSON.stringify(settings))
    const idle = memoryOf(module)
    const cold = await measureCold(module, place)
    const warm = await measureWarm(module, place.usernames[0] ?? '')
    const afterwards = memoryOf(module)
    await module.stop()

    const { size } = statSync(file)
    return {
      node: execFileSync('node', ['--version'], { encoding: 'utf8', env: environment() }).trim(),
      fileBytes: size,
      handshake: { median: median(handshakes), slowest: Math.max(...handshakes) },
      warm,
      cold,
      memory: { idle, afterwards },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureStart(file: string): Promise<number> {
  const begunAt = performance.now()
  const module = await startModule(file, environment())
  const duration = performance.now() - begunAt
  await module.stop()
  return duration
}

/** Runs calls one after the other, in alternating slices, so that disturbances affect both kinds. */
async function measureWarm(
  module: RunningModule,
  username: string,
): Promise<ModuleFigures['warm']> {
  const handle = await module.open('access')
  const allows = () => module.call('Allows', { handle, build: 'survival', subject: { username } })
  const empty = () => module.call('Check', {})
  await timeOf(allows)
  await timeOf(empty)

  const pairs: { allows: number; empty: number }[] = []
  for (let slice = 0; slice < SLICES; slice += 1) {
    pairs.push({ empty: await timeOf(empty), allows: await timeOf(allows) })
  }
  return {
    allows: median(pairs.map((pair) => pair.allows)),
    empty: median(pairs.map((pair) => pair.empty)),
    ratio: median(pairs.map((pair) => pair.allows / pair.empty)),
  }
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now()
  for (let count = 0; count < CALLS_A_SLICE; count += 1) await call()
  return (performance.now() - begunAt) / CALLS_A_SLICE
}

/** Requests every player once, several concurrently, alternately through the module and directly. */
async function measureCold(
  module: RunningModule,
  { port, apiKey, usernames }: ModulePlace,
): Promise<ModuleFigures['cold']> {
  const handle = await module.open('skin')
  const connections = await Promise.all(
    Array.from({ length: MAX_CONCURRENT }, () => openConnection(port)),
  )
  const pairs: { through: number; direct: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const direct = await rateOf(usernames, (name, place) =>
      requestDirectly(connections[place], apiKey, name),
    )
    await module.command('portal', 'forget')
    const through = await rateOf(usernames, (username) =>
      module.call('Textures', { handle, username }),
    )
    pairs.push({ direct, through })
  }
  for (const connection of connections) connection.close()
  return {
    players: usernames.length,
    concurrent: MAX_CONCURRENT,
    rate: median(pairs.map(({ through }) => through)),
    direct: median(pairs.map(({ direct }) => direct)),
    ratio: median(pairs.map(({ through, direct }) => through / direct)),
  }
}

async function requestDirectly(
  connection: Connection | undefined,
  apiKey: string,
  username: string,
) {
  const headers = { Authorization: `Api-Key ${apiKey}` }
  const request = writeRequest(`GET /auth/launcher/user?username=${username}`, { headers })
  const answer = await connection?.send(request)
  if (!answer) throw new Error('no connection')
  checkStatus('GET /auth/launcher/user', answer)
}

async function rateOf(
  names: readonly string[],
  ask: (name: string, place: number) => Promise<unknown>,
): Promise<number> {
  const queue = names.values()
  const begunAt = performance.now()
  const work = async (place: number): Promise<void> => {
    for (const name of queue) await ask(name, place)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, (_, place) => work(place)))
  return (names.length * 1000) / (performance.now() - begunAt)
}

function environment(): Record<string, string | undefined> {
  const { PATH } = process.env
  return { PATH, LAMINARA_MODULE: 'laminara-module-v1', PLUGIN_PROTOCOL_VERSIONS: '1' }
}

function memoryOf({ pid }: RunningModule): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kilobytes) * 1024) / 1e6
}
