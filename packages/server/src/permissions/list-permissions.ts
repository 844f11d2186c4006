import { kernelPermissions, type PermissionTitle, permissionGroups } from '@portal/contract'
import type { App } from '../app.ts'
import { registryOf } from './permission-registry.ts'

type Titled = { id: string; title: PermissionTitle }

export type Listed = {
  groups: Titled[]
  permissions: (Titled & { group: string })[]
  kernel: Titled[]
}

/** Lists the permissions that players can have, and separately those that only API keys can have. */
export async function listPermissions({ settings }: Pick<App, 'settings'>): Promise<Listed> {
  const { launcherBuilds } = await settings.read()
  const permissions = [...registryOf(launcherBuilds).values()]
  return {
    groups: titled(permissionGroups),
    permissions: permissions.map(({ id, group, title }) => ({ id, group, title })),
    kernel: titled(kernelPermissions),
  }
}

function titled(titles: Readonly<Record<string, PermissionTitle>>): Titled[] {
  return Object.entries(titles).map(([id, title]) => ({ id, title }))
}
