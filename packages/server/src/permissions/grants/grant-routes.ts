import { endpoints, MAX_PAGE_SIZE } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { createGrant } from './create-grant.ts'
import { describeGrant, describeGrants } from './describe-grants.ts'
import { listGrants } from './grant-store.ts'
import { parseGrantInput } from './parse-grant-input.ts'
import { revokeGrants } from './revoke-grants.ts'

export function grantRoutes(app: App) {
  return {
    listGrants: route(endpoints.listGrants, async ({ params, query }) => {
      const player = await requirePlayer(app.db, params.uuid)
      const { limit, after } = readPage(query, Type.Tuple([KeyText]))
      const rows = await listGrants(app.db, player.id, { beforeId: after?.[0], limit: limit + 1 })
      const { items, next } = toPage(rows, limit, ({ id }) => [id])
      return { items: await describeGrants(app, items), next }
    }),

    giveGrant: route(endpoints.giveGrant, ({ params, body, by, idempotent }) =>
      idempotent(
        app,
        async (deps) => {
          const player = await requirePlayer(app.db, params.uuid)
          return createGrant(deps, by, player, parseGrantInput(body))
        },
        async (grant, db) => {
          const player = await requirePlayer(db, params.uuid)
          const all = await listGrants(db, player.id, { limit: MAX_PAGE_SIZE })
          const deps = { db, clock: app.clock }
          return {
            grant: await describeGrant(deps, grant),
            items: await describeGrants(deps, all),
          }
        },
      ),
    ),

    takeGrant: route(endpoints.takeGrant, async ({ params, by }) => {
      const player = await requirePlayer(app.db, params.uuid)
      await revokeGrants(app, by, player, { grantId: params.grantId })
      return null
    }),
  }
}
