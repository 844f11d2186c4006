import { type PermissionTitle, permissions } from '@portal/contract'
import { segmentsOf } from '@portal/contract/node'

/** A permission as lists and pages show it; nodes are compared with its `segments`. */
export type RegisteredPermission = {
  id: string
  group: string
  title: PermissionTitle
  segments: readonly string[]
}

/** All permissions by id, in lower case. */
export type Registry = ReadonlyMap<string, RegisteredPermission>

const fixed = Object.entries(permissions).map(([id, title]) => entryOf(id, title))

const known = new WeakMap<readonly string[], Registry>()

/**
 * Returns the fixed permissions, and one for each build of the setting `launcherBuilds`. A build that
 * is not listed has no permission (docs/contract.md#registered-permissions).
 */
export function registryOf(builds: readonly string[]): Registry {
  const registry = known.get(builds) ?? makeRegistry(builds)
  known.set(builds, registry)
  return registry
}

function makeRegistry(builds: readonly string[]): Registry {
  const ofBuilds = builds.map((build) =>
    entryOf(`launcher.build.${build}`, { ru: `Сборка ${build}`, en: `Build ${build}` }),
  )
  const registry = new Map<string, RegisteredPermission>()
  for (const entry of [...fixed, ...ofBuilds]) {
    const key = entry.id.toLowerCase()
    if (!registry.has(key)) registry.set(key, entry) // `Main` and `main` are one permission
  }
  return registry
}

function entryOf(id: string, title: PermissionTitle): RegisteredPermission {
  return { id, group: id.split('.', 1)[0] ?? id, title, segments: segmentsOf(id.toLowerCase()) }
}
