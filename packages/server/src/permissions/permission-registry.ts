import { permissions, type Words } from '@portal/contract'
import { segmentsOf } from '@portal/contract/node'

export type RegisteredPermission = {
  id: string
  group: string
  title: Words
  segments: readonly string[]
}

export type Registry = ReadonlyMap<string, RegisteredPermission>

const fixedPermissions = Object.entries(permissions).map(([id, title]) => entryOf(id, title))

const cache = new WeakMap<readonly string[], Registry>()

/**
 * Returns the registered permissions by name, including those of the launcher builds. A build that `launcherBuilds`
 * does not list has no permission (docs/contract.md#registered-permissions).
 */
export function registryOf(builds: readonly string[]): Registry {
  const registry = cache.get(builds) ?? makeRegistry(builds)
  cache.set(builds, registry)
  return registry
}

function makeRegistry(builds: readonly string[]): Registry {
  const buildPermissions = builds.map((build) =>
    entryOf(`launcher.build.${build}`, { ru: `Сборка ${build}`, en: `Build ${build}` }),
  )
  const registry = new Map<string, RegisteredPermission>()
  for (const entry of [...fixedPermissions, ...buildPermissions]) {
    const key = entry.id.toLowerCase()
    if (!registry.has(key)) registry.set(key, entry) // `Main` and `main` are the same permission
  }
  return registry
}

function entryOf(id: string, title: Words): RegisteredPermission {
  return { id, group: id.split('.', 1)[0] ?? id, title, segments: segmentsOf(id.toLowerCase()) }
}
