import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { credentials, loadPackageDefinition, type ServiceError } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { bareEnvironment, installProgram, newFolder } from './program.ts'

/**
 * How long a module may take for its handshake, as in go-plugin, and to exit. Go-plugin allows two
 * seconds to exit; a loaded test machine may need longer.
 */
const HANDSHAKE_WITHIN = 60_000
const ENDS_WITHIN = 60_000

const PROTOCOL = {
  LAMINARA_MODULE: 'laminara-module-v1',
  PLUGIN_PROTOCOL_VERSIONS: '1',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
}

export const KINDS = { auth: 1, skin: 2, access: 3, news: 4 } as const

export type HostOptions = {
  /** `modules.config`: settings by file name. */
  config?: Record<string, unknown>
  lang?: string
  /** Overrides the environment that go-plugin gives; undefined removes a variable. */
  env?: Record<string, string | undefined>
  /** Changes the modules directory before it is read. */
  prepare?: (folder: string) => void | Promise<void>
}

export type Host = Awaited<ReturnType<typeof openHost>>

/**
 * The other side of the handshake: a launcher server with a modules directory that contains `portal`.
 * It starts every executable file there and calls it as go-plugin and the server do.
 */
export async function openHost(options: HostOptions = {}) {
  const [folder, temp] = [newFolder(), newFolder()]
  await installProgram(folder.path)
  await options.prepare?.(folder.path)

  const base = { ...bareEnvironment(temp.path, options.lang ?? 'en_US.UTF-8'), ...PROTOCOL }
  const env = { ...base, ...options.env }
  const modules = new Map<string, RunningModule>()
  const notLoaded = new Map<string, string>()
  for (const name of readdirSync(folder.path).filter((entry) => isExecutable(folder.path, entry))) {
    const module = await startModule(join(folder.path, name), env)
    try {
      await module.greet(JSON.stringify(options.config?.[name] ?? {}))
      modules.set(name, module)
    } catch (error) {
      notLoaded.set(name, wordsOf(error))
      await module.stop()
    }
  }

  return {
    folder: folder.path,
    /** The temp dir of the modules. */
    temp: temp.path,
    loaded: () => [...modules.keys()],
    notLoaded: () => Object.fromEntries(notLoaded),
    /** The module that is loaded under the name `portal`. */
    get portal(): RunningModule {
      const module = modules.get('portal')
      if (!module) throw new Error(`portal is not loaded: ${JSON.stringify([...notLoaded])}`)
      return module
    },
    async [Symbol.asyncDispose]() {
      for (const module of modules.values()) await module.stop()
      folder.remove()
      temp.remove()
    },
  }
}

export type RunningModule = Awaited<ReturnType<typeof startModule>>

/** A module in a child process, called over its socket. */
export async function startModule(file: string, env: Record<string, string | undefined>) {
  const child = spawn(file, [], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const ended = once(child, 'close')
  ended.catch(() => undefined)
  const line = await handshakeOf(child, output)
  const client = openClient(line)

  const module = {
    pid: child.pid ?? 0,
    output,
    handshake: line,
    call: client.call,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Resolves when the process has ended: with its exit code, or with the signal that ended it. */
    async ended(): Promise<{ code: number | null; signal: string | null }> {
      const [code, signal] = await ended
      return { code, signal }
    },

    /** Does what a host does first: health, settings, description. */
    async greet(config: string) {
      await client.call('Check', { service: 'plugin' })
      await client.call('Configure', { config: Buffer.from(config) })
      return client.call('Info')
    },

    /** Opens a provider named `portal`. @returns its handle. */
    async open(kind: keyof typeof KINDS, config: unknown = {}): Promise<string> {
      const settings = Buffer.from(JSON.stringify(config))
      const opened = await client.call('OpenProvider', {
        kind: KINDS[kind],
        name: 'portal',
        config: settings,
      })
      return String(opened.handle)
    },

    /** Runs a console command and gathers its output. */
    command: client.command,

    /** Ends a module as go-plugin does: requests a shutdown, then kills the process. */
    async stop() {
      if (!module.hasEnded()) {
        const force = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN)
        await client.call('Shutdown').catch(() => undefined)
        await ended
        clearTimeout(force)
      }
      client.close()
    },
  }
  return module
}

/** Returns the first line that a module prints. @throws Error if the module ends or prints nothing in time */
async function handshakeOf(child: ChildProcess, output: { stdout: string; stderr: string }) {
  const silent = AbortSignal.timeout(HANDSHAKE_WITHIN)
  const gone = once(child, 'close', { signal: silent }).then(([code]) => {
    throw new Error(`ended with ${code} before its handshake: ${output.stderr.trim()}`)
  })
  const spoken = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
  gone.catch(() => undefined)
  await Promise.race([spoken, gone])
  return output.stdout.trimEnd()
}

/** A client made from the .proto files, with another codec than the module's. */
function openClient(line: string) {
  const [, , network, address] = line.split('|')
  const target = network === 'unix' ? `unix:${address}` : String(address)
  const clients = SERVICES.map((Service) => new Service(target, credentials.createInsecure()))

  // biome-ignore lint/suspicious/noExplicitAny: methods and replies come from .proto at run time.
  const method = (name: string): { owner: any; invoke: any } => {
    const owner = clients.find((client) => typeof client[name] === 'function')
    if (!owner) throw new Error(`no service has a method ${name}`)
    return { owner, invoke: owner[name] }
  }

  return {
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the module answered.
    call(name: string, request: object = {}): Promise<any> {
      const { owner, invoke } = method(name)
      return new Promise((resolve, reject) => {
        invoke.call(owner, request, (error: ServiceError | null, reply: unknown) => {
          if (error) reject(error)
          else resolve(reply)
        })
      })
    },

    async command(command: string, ...args: string[]) {
      const { owner, invoke } = method('Execute')
      const pieces: { output: Buffer; done: boolean; error: string }[] = []
      for await (const piece of invoke.call(owner, { command, args })) pieces.push(piece)
      const output = Buffer.concat(pieces.map((piece) => piece.output)).toString()
      return { output, error: pieces.at(-1)?.error, done: pieces.map(({ done }) => done) }
    },

    close() {
      for (const client of clients) client.close()
    },
  }
}

const PROTO = join(import.meta.dirname, '../src/rpc')
const loaded = loadPackageDefinition(
  loadSync(
    ['module.proto', 'plugin.proto', 'health.proto'].map((file) => join(PROTO, file)),
    { keepCase: true, longs: String, defaults: true },
  ),
)
// biome-ignore lint/suspicious/noExplicitAny: what the loader makes from .proto files has no types.
const { laminara, plugin, grpc } = loaded as any
const SERVICES = [laminara.module.v1.ModuleService, plugin.GRPCController, grpc.health.v1.Health]

function isExecutable(folder: string, name: string): boolean {
  try {
    accessSync(join(folder, name), constants.X_OK)
    return true
  } catch {
    return false
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'details' in error ? String(error.details) : error.message
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  return output
}
