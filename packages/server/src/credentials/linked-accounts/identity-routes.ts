import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { clearIdentityCookie, returnOf, setIdentityCookie } from './attempt-cookie.ts'
import { toLinkedReply } from './identity.ts'
import { beginLink, linkIdentity, removeIdentities, unlinkIdentity } from './link-identity.ts'
import { listOwnIdentities } from './list-providers.ts'

export function identityRoutes(app: App): Route[] {
  return [
    route(endpoints.listIdentities, async ({ identity }) => ({
      items: await listOwnIdentities(app, identity.playerId),
    })),

    route(endpoints.identityLinkOptions, async ({ identity, params, body, reply }) => {
      const about = { provider: params.provider, next: body?.next }
      const { url, kept } = await beginLink(app, identity, about)
      setIdentityCookie(app, reply, kept)
      return { url }
    }),

    route(endpoints.linkIdentity, async ({ by, identity, params, body, request, reply }) => {
      clearIdentityCookie(app, reply)
      const back = returnOf(app, request, params.provider, body)
      const { linked, next } = await linkIdentity(app, by, identity, back)
      return { linked: toLinkedReply(linked), next }
    }),

    route(endpoints.unlinkIdentity, async ({ by, params }) => {
      await unlinkIdentity(app, by, params.provider)
      return null
    }),

    route(endpoints.removeIdentities, async ({ by, params }) => {
      await removeIdentities(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  ]
}
