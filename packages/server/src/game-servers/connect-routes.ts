import { endpoints } from '@portal/contract'
import type { Balance } from '../account/balance/balance-store.ts'
import { changeBalance } from '../account/balance/change-balance.ts'
import { amountOf } from '../account/balance/money.ts'
import { parseAmounts } from '../account/balance/parse-amounts.ts'
import { banPlayer, unbanPlayer } from '../admin/bans/ban-player.ts'
import { parseBan } from '../admin/bans/parse-ban.ts'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { createGrant } from '../permissions/grants/create-grant.ts'
import { revokeGrants } from '../permissions/grants/revoke-grants.ts'
import { requirePlayer } from '../players/require-player.ts'
import { lookUpPlayers } from './look-up-players.ts'
import { reportActivity } from './report-activity.ts'

/** The routes for game servers and for programs of the owner (docs/game-servers.md). */
export function connectRoutes(app: App) {
  const idOf = async (uuid: string) => (await requirePlayer(app.db, uuid)).id
  return {
    lookUpPlayers: route(endpoints.lookUpPlayers, async ({ body }) => ({
      players: await lookUpPlayers(app, body),
    })),

    connectBan: route(endpoints.connectBan, ({ params, body, by, idempotent }) =>
      idempotent(
        app,
        async (deps) => {
          const ban = parseBan({ reason: body.reason, expiresAt: body.until ?? null }, 'until')
          return banPlayer(deps, by, await idOf(params.uuid), ban)
        },
        ({ id }) => ({ ban: { id } }),
      ),
    ),

    connectUnban: route(endpoints.connectUnban, ({ params, by, idempotent }) =>
      idempotent(
        app,
        async (deps) => unbanPlayer(deps, by, await idOf(params.uuid)),
        () => null,
      ),
    ),

    connectGiveRank: route(endpoints.connectGiveRank, ({ params, body, by, idempotent }) =>
      idempotent(
        app,
        async (deps) => {
          const { group, days } = body
          const period = days === undefined ? { forever: true as const } : { days }
          const player = await requirePlayer(app.db, params.uuid)
          return createGrant(deps, by, player, { grantable: { group }, period })
        },
        ({ id }) => ({ grant: { id } }),
      ),
    ),

    connectTakeRank: route(endpoints.connectTakeRank, ({ params, by, idempotent }) =>
      idempotent(
        app,
        async (deps) => {
          const player = await requirePlayer(app.db, params.uuid)
          return revokeGrants(deps, by, player, { grantId: params.grant })
        },
        () => null,
      ),
    ),

    connectBalance: route(endpoints.connectBalance, async ({ params }) =>
      describeBalance(await requirePlayer(app.db, params.uuid)),
    ),

    connectChangeBalance: route(
      endpoints.connectChangeBalance,
      ({ params, body, by, idempotent }) =>
        idempotent(
          app,
          async (deps) => {
            const amounts = { ...parseAmounts(body), reason: body.reason.trim() }
            const { allowNegative: allowsNegative = false } = body
            return changeBalance(deps, by, await idOf(params.uuid), { ...amounts, allowsNegative })
          },
          (balance) => describeBalance(balance),
        ),
    ),

    reportActivity: route(endpoints.reportActivity, ({ body, by, idempotent }) =>
      idempotent(
        app,
        (deps) => reportActivity(deps, by, body.players),
        (unknown) => ({ unknown }),
      ),
    ),
  }
}

function describeBalance({ realCents, virtualCents }: Balance) {
  return { real: amountOf(realCents), virtual: amountOf(virtualCents) }
}
