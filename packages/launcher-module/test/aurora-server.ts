import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildAuroraModule } from '../../../scripts/build/module.ts'
import { newFolder } from './program.ts'

/** A generation of AuroraLauncher's LauncherServer: its field name and its own responses. */
type Generation = 'authProvider' | '_AuthProvider'

/**
 * A stand-in for AuroraLauncher's LauncherServer: its `reject` provider, module loader, and the two
 * layers between a provider and its clients. Requires each `.js` file of the modules directory,
 * checks the class `Module` and calls `init` with itself; a module that fails is logged and
 * skipped.
 */
export async function openAuroraServer(
  settings: object | string,
  place: Generation = 'authProvider',
) {
  const folder = newFolder().path
  await buildAuroraModule(join(folder, 'portal.js'))
  const json = typeof settings === 'string' ? settings : JSON.stringify(settings)
  writeFileSync(join(folder, 'portal.json'), json)

  // biome-ignore lint/suspicious/noExplicitAny: a module puts its own methods here.
  const provider: any = new RejectAuthProvider()
  const server = { [place]: provider }
  const loaded: string[] = []
  const errors: string[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    try {
      const { Module } = createRequire(import.meta.url)(join(folder, file))
      const info = Module.getInfo()
      const complete = ['name', 'version', 'description', 'author'].every((field) => field in info)
      if (
        typeof Module !== 'function' ||
        !complete ||
        typeof Module.prototype.init !== 'function'
      ) {
        throw new Error('invalid module')
      }
      new Module().init(server)
      loaded.push(info.name)
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
    }
  }

  let running = true
  return {
    provider,
    loaded,
    errors,

    /** The response to a launcher that signs a player in. */
    async rpc(login: string, password: string) {
      try {
        return { result: await provider.auth(login, password) }
      } catch (error) {
        const known = error instanceof ResponseError
        const { code, message } = known ? error : new ResponseError('Internal error', -32603)
        return { error: { code, message } }
      }
    },

    /** The response to a game that looks up players by name. */
    async http(names: unknown): Promise<{ status: number; json?: unknown }> {
      if (!running) throw new Error('the launcher server has ended')
      if (!Array.isArray(names) || names.length === 0) return { status: 400 }
      try {
        return { status: 200, json: await provider.profiles(names) }
      } catch (error) {
        running = false // an unhandled rejection ends the process
        throw error
      }
    },
  }
}

/** The only error whose message the RPC layer passes on. */
class ResponseError extends Error {
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}

/** The provider that a module replaces: it refuses every player. */
class RejectAuthProvider {
  authenticate(): never {
    throw new Error('Auth rejected')
  }

  auth(): never {
    throw new ResponseError('Auth rejected', 100)
  }
}
