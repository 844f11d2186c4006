import { Server } from '@grpc/grpc-js'
import { watchHost } from './lifetime.ts'
import { listen } from './listen.ts'
import { type Log, stderrLog } from './log.ts'
import { openModule } from './module.ts'
import { registerCalls } from './register-calls.ts'
import { openRegistry } from './registry.ts'
import type { Environment } from './socket-directory.ts'

const CORE_PROTOCOL = 1
const MODULE_PROTOCOL = 1

/**
 * Serves a host: go-plugin's handshake, then gRPC until the host stops the module or dies
 * (docs/launcher.md#how-it-is-loaded).
 */
export async function serve(env: Environment, log: Log = stderrLog): Promise<void> {
  const versions = env.PLUGIN_PROTOCOL_VERSIONS ?? String(MODULE_PROTOCOL)
  if (!versions.split(',').includes(String(MODULE_PROTOCOL))) {
    throw new Error(`the host supports protocol version ${versions}, this module version 1`)
  }
  const shakeHands = keepStdout()
  surviveFaults(log)
  process.stdout.on('error', () => process.exit(1)) // the host is gone

  const server = new Server({ 'grpc.enable_channelz': 0 })
  let remove = () => {}
  const { stop } = watchHost(() => remove())
  registerCalls(openRegistry(server, log), openModule(log), () => stopSoon(server, stop))
  const place = await listen(server, env, log)
  remove = place.remove
  shakeHands(`${CORE_PROTOCOL}|${MODULE_PROTOCOL}|${place.network}|${place.address}|grpc\n`)
}

/** Reserves stdout for the handshake; everything else written there goes to stderr. */
function keepStdout(): (line: string) => void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return (line) => void write(line)
}

function surviveFaults(log: Log): void {
  const tell = (error: unknown): void =>
    log.warn(error instanceof Error ? String(error.stack) : String(error))
  process.on('uncaughtException', tell) // includes unhandled rejections
  process.stderr.on('error', () => undefined) // without a reader the lines are lost
}

/** Answers the host's Shutdown before it exits; running calls are cut off. */
function stopSoon(server: Server, stop: () => void): void {
  server.tryShutdown(stop)
  setTimeout(stop, 100)
}
