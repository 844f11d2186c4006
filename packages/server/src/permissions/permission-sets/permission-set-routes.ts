import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { describeGroup, describeRole, requireBundle } from './describe-permission-set.ts'
import { changeBundle, createBundle, deleteBundle } from './edit-permission-set.ts'
import { pageOfBundles } from './list-permission-sets.ts'

/** Routes for roles and donate groups. */
export function bundleRoutes(app: App): Route[] {
  return [...roleRoutes(app), ...groupRoutes(app)]
}

function roleRoutes(app: App): Route[] {
  return [
    route(endpoints.listRoles, async ({ query }) => {
      const { items, next } = await pageOfBundles(app.db, 'role', query)
      return { items: await Promise.all(items.map((role) => describeRole(app.db, role))), next }
    }),

    route(endpoints.createRole, ({ body, by, once }) => {
      const { id, name, priority = 0, permissions = [] } = body
      const wanted = { kind: 'role', id, name, priority, permissions } as const
      return once(
        app,
        (needs) => createBundle(needs, by, wanted),
        (role, db) => describeRole(db, role),
      )
    }),

    route(endpoints.showRole, async ({ params }) =>
      describeRole(app.db, await requireBundle(app.db, { kind: 'role', id: params.id })),
    ),

    route(endpoints.changeRole, async ({ params, body, by }) => {
      return describeRole(
        app.db,
        await changeBundle(app, by, { kind: 'role', id: params.id }, body),
      )
    }),

    route(endpoints.deleteRole, async ({ params, by }) => {
      await deleteBundle(app, by, { kind: 'role', id: params.id })
      return null
    }),
  ]
}

function groupRoutes(app: App): Route[] {
  return [
    route(endpoints.listGroups, async ({ query }) => {
      const { items, next } = await pageOfBundles(app.db, 'group', query)
      return { items: items.map(describeGroup), next }
    }),

    route(endpoints.createGroup, ({ body, by, once }) => {
      const { id, name, permissions = [] } = body
      const wanted = { kind: 'group', id, name, priority: 0, permissions } as const
      return once(app, (needs) => createBundle(needs, by, wanted), describeGroup)
    }),

    route(endpoints.showGroup, async ({ params }) =>
      describeGroup(await requireBundle(app.db, { kind: 'group', id: params.id })),
    ),

    route(endpoints.changeGroup, async ({ params, body, by }) => {
      const { name, permissions } = body
      const key = { kind: 'group', id: params.id } as const
      return describeGroup(await changeBundle(app, by, key, { name, permissions }))
    }),

    route(endpoints.deleteGroup, async ({ params, by }) => {
      await deleteBundle(app, by, { kind: 'group', id: params.id })
      return null
    }),
  ]
}
