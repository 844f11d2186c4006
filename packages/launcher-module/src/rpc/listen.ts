import { type Server, ServerCredentials } from '@grpc/grpc-js'
import type { Log } from './log.ts'
import { createSocketDirectory, type Environment, grantGroupAccess } from './socket-directory.ts'

/** The address of the module, in the terms of go-plugin's handshake. */
export type Address = { network: 'unix' | 'tcp'; address: string; remove: () => void }

/**
 * Listens on a Unix socket or, if that is impossible, on a loopback port in go-plugin's range.
 * @throws Error if no port is free
 */
export async function listen(server: Server, env: Environment, log: Log): Promise<Address> {
  const directory = createSocketDirectory(env)
  if (directory) {
    try {
      await bind(server, `unix:${directory.path}`)
      grantGroupAccess(directory, env)
      return { network: 'unix', address: directory.path, remove: directory.remove }
    } catch (error) {
      log.warn(`cannot listen on the socket ${directory.path}, using a port: ${error}`)
      directory.remove()
    }
  }
  const port = await bindPort(server, env)
  return { network: 'tcp', address: `127.0.0.1:${port}`, remove: () => undefined }
}

async function bindPort(server: Server, env: Environment): Promise<number> {
  const first = Number(env.PLUGIN_MIN_PORT || 0)
  const last = Number(env.PLUGIN_MAX_PORT || first)
  for (let port = first; port <= last; port += 1) {
    const bound = await bind(server, `127.0.0.1:${port}`).catch(() => 0)
    if (bound > 0) return bound
  }
  throw new Error(`no free port from ${first} to ${last}`)
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
      if (error) reject(error)
      else resolve(port)
    })
  })
}
