import { endpoints, LARGEST_PAGE } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyText, readPage, toPage } from '../../database/cursor.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { giveGrant } from './create-grant.ts'
import { describeGrant, describeGrants } from './describe-grants.ts'
import { listGrants } from './grant-store.ts'
import { readGiving } from './parse-grant-input.ts'
import { takeGrants } from './revoke-grants.ts'

/** Routes for the donate groups and permissions that players are given for a time. */
export function grantRoutes(app: App): Route[] {
  return [
    route(endpoints.listGrants, async ({ params, query }) => {
      const player = await requirePlayer(app.db, params.uuid)
      const { limit, after } = readPage(query, Type.Tuple([KeyText]))
      const rows = await listGrants(app.db, player.id, { beforeId: after?.[0], limit: limit + 1 })
      const { items, next } = toPage(rows, limit, ({ id }) => [id])
      return { items: await describeGrants(app, items), next }
    }),

    route(endpoints.giveGrant, ({ params, body, by, once }) =>
      once(
        app,
        async (needs) => {
          const player = await requirePlayer(app.db, params.uuid)
          return giveGrant(needs, by, player, readGiving(body))
        },
        async (given, db) => {
          const player = await requirePlayer(db, params.uuid)
          const all = await listGrants(db, player.id, { limit: LARGEST_PAGE })
          const needs = { db, clock: app.clock }
          return {
            grant: await describeGrant(needs, given),
            items: await describeGrants(needs, all),
          }
        },
      ),
    ),

    route(endpoints.takeGrant, async ({ params, by }) => {
      const player = await requirePlayer(app.db, params.uuid)
      await takeGrants(app, by, player, { grantId: params.grantId })
      return null
    }),
  ]
}
