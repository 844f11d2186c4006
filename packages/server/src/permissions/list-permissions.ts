import { kernelPermissions, permissionGroups, type Words } from '@portal/contract'
import type { App } from '../app.ts'
import { registryOf } from './permission-registry.ts'

type TitledPermission = { id: string; title: Words }

export type PermissionList = {
  groups: TitledPermission[]
  permissions: (TitledPermission & { group: string })[]
  kernel: TitledPermission[]
}

export async function listPermissions({
  settings,
}: Pick<App, 'settings'>): Promise<PermissionList> {
  const { launcherBuilds } = await settings.read()
  const permissions = [...registryOf(launcherBuilds).values()]
  return {
    groups: toTitled(permissionGroups),
    permissions: permissions.map(({ id, group, title }) => ({ id, group, title })),
    kernel: toTitled(kernelPermissions),
  }
}

function toTitled(titles: Readonly<Record<string, Words>>): TitledPermission[] {
  return Object.entries(titles).map(([id, title]) => ({ id, title }))
}
