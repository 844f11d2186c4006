import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { describeRank, describeRole, requirePermissionSet } from './describe-permission-set.ts'
import {
  changePermissionSet,
  createPermissionSet,
  deletePermissionSet,
} from './edit-permission-set.ts'
import { pageOfPermissionSets } from './list-permission-sets.ts'
import { orderRanks } from './order-ranks.ts'
import { NO_LOOK } from './permission-set.ts'

export function permissionSetRoutes(app: App) {
  return { ...roleRoutes(app), ...rankRoutes(app) }
}

function roleRoutes(app: App) {
  return {
    listRoles: route(endpoints.listRoles, async ({ query }) => {
      const { items, next } = await pageOfPermissionSets(app.db, 'role', query)
      return { items: await Promise.all(items.map((role) => describeRole(app.db, role))), next }
    }),

    createRole: route(endpoints.createRole, ({ body, by, idempotent }) => {
      const { id, name, priority = 0, permissions = [] } = body
      const input = { kind: 'role', id, name, priority, permissions, ...NO_LOOK } as const
      return idempotent(
        app,
        (deps) => createPermissionSet(deps, by, input),
        (role, db) => describeRole(db, role),
      )
    }),

    showRole: route(endpoints.showRole, async ({ params }) =>
      describeRole(app.db, await requirePermissionSet(app.db, { kind: 'role', id: params.id })),
    ),

    changeRole: route(endpoints.changeRole, async ({ params, body, by }) => {
      return describeRole(
        app.db,
        await changePermissionSet(app, by, { kind: 'role', id: params.id }, body),
      )
    }),

    deleteRole: route(endpoints.deleteRole, async ({ params, by }) => {
      await deletePermissionSet(app, by, { kind: 'role', id: params.id })
      return null
    }),
  }
}

function rankRoutes(app: App) {
  return {
    listGroups: route(endpoints.listGroups, async ({ query }) => {
      const { items, next } = await pageOfPermissionSets(app.db, 'group', query)
      return { items: items.map(describeRank), next }
    }),

    createGroup: route(endpoints.createGroup, ({ body, by, idempotent }) => {
      const { id, name, permissions = [], color = null, icon = null } = body
      const input = { kind: 'group', id, name, priority: 0, permissions, color, icon } as const
      return idempotent(app, (deps) => createPermissionSet(deps, by, input), describeRank)
    }),

    orderGroups: route(endpoints.orderGroups, async ({ body, by }) => {
      await orderRanks(app, by, body.ids)
      return null
    }),

    showGroup: route(endpoints.showGroup, async ({ params }) =>
      describeRank(await requirePermissionSet(app.db, { kind: 'group', id: params.id })),
    ),

    changeGroup: route(endpoints.changeGroup, async ({ params, body, by }) => {
      const { name, permissions, color, icon } = body
      const key = { kind: 'group', id: params.id } as const
      return describeRank(
        await changePermissionSet(app, by, key, { name, permissions, color, icon }),
      )
    }),

    deleteGroup: route(endpoints.deleteGroup, async ({ params, by }) => {
      await deletePermissionSet(app, by, { kind: 'group', id: params.id })
      return null
    }),
  }
}
