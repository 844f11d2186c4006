import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildAuroraModule } from '../../../scripts/build-module.ts'
import { newFolder } from './program.ts'

/** Which generation of AuroraLauncher's LauncherServer: the name of its field, its own answers. */
type Generation = 'authProvider' | '_AuthProvider'

/**
 * A stand-in for AuroraLauncher's LauncherServer: its provider of the type `reject`, and its way to
 * load modules. It reads the modules directory for `.js` files, requires each, checks the class
 * `Module` and calls `init` with itself; what fails is logged and left out.
 */
export async function openAuroraServer(
  settings: object | string,
  place: Generation = 'authProvider',
) {
  const folder = newFolder().path
  await buildAuroraModule(join(folder, 'portal.js'))
  const json = typeof settings === 'string' ? settings : JSON.stringify(settings)
  writeFileSync(join(folder, 'portal.json'), json)

  // biome-ignore lint/suspicious/noExplicitAny: a module puts methods of its own here.
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
  return { provider, loaded, errors }
}

/** What the server has until a module stands in: nobody gets in. */
class RejectAuthProvider {
  authenticate(): never {
    throw new Error('Auth rejected')
  }

  auth(): never {
    throw new Error('Auth rejected')
  }
}
