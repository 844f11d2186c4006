import { Server } from '@grpc/grpc-js'
import { openLifetime } from './lifetime.ts'
import { listen } from './listen.ts'
import { type Log, stderrLog } from './log.ts'
import { openModule } from './module.ts'
import type { Environment } from './place.ts'
import { registerCalls } from './register-calls.ts'
import { openRegistry } from './registry.ts'

const CORE_PROTOCOL = 1
const MODULE_PROTOCOL = 1

/**
 * Serves the host that started this process: go-plugin's handshake, then gRPC until the host stops
 * it or is gone (launcher-module, Loading).
 */
export async function serve(env: Environment, log: Log = stderrLog): Promise<void> {
  const versions = env.PLUGIN_PROTOCOL_VERSIONS ?? String(MODULE_PROTOCOL)
  if (!versions.split(',').includes(String(MODULE_PROTOCOL))) {
    throw new Error(`the host speaks version ${versions} of the protocol, this module version 1`)
  }
  const shakeHands = keepStdout()
  surviveFaults(log)
  process.stdout.on('error', () => process.exit(1)) // nobody is there to shake hands with

  const server = new Server({ 'grpc.enable_channelz': 0 })
  let remove = () => {}
  const { stop } = openLifetime(() => remove())
  registerCalls(openRegistry(server, log), openModule(log), () => stopSoon(server, stop))
  const place = await listen(server, env, log)
  remove = place.remove
  shakeHands(`${CORE_PROTOCOL}|${MODULE_PROTOCOL}|${place.network}|${place.address}|grpc\n`)
}

/** Takes stdout for the handshake; whatever else is written there goes to stderr. */
function keepStdout(): (line: string) => void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return (line) => void write(line)
}

/** One player's bad luck must not take the launcher server's sign-in away from the others. */
function surviveFaults(log: Log): void {
  const tell = (error: unknown): void =>
    log.warn(error instanceof Error ? String(error.stack) : String(error))
  process.on('uncaughtException', tell) // rejections that nobody handles arrive here too
  process.stderr.on('error', () => undefined) // lines that nobody reads are lost
}

/** The host waits for the answer to its Shutdown; running calls are not waited for. */
function stopSoon(server: Server, stop: () => void): void {
  server.tryShutdown(stop)
  setTimeout(stop, 100)
}
