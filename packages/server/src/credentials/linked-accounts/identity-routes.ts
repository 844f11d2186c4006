import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { clearIdentityCookie, providerCallback, setIdentityCookie } from './authorization-cookie.ts'
import { toLinkedReply } from './identity.ts'
import { beginLink, linkIdentity, removeIdentities, unlinkIdentity } from './link-identity.ts'
import { listOwnIdentities } from './list-providers.ts'

export function identityRoutes(app: App) {
  return {
    listIdentities: route(endpoints.listIdentities, async ({ identity }) => ({
      items: await listOwnIdentities(app, identity.playerId),
    })),

    identityLinkOptions: route(
      endpoints.identityLinkOptions,
      async ({ identity, params, body, reply }) => {
        const about = { provider: params.provider, next: body?.next }
        const { url, sealedRequest } = await beginLink(app, identity, about)
        setIdentityCookie(app, reply, sealedRequest)
        return { url }
      },
    ),

    linkIdentity: route(
      endpoints.linkIdentity,
      async ({ by, identity, params, body, request, reply }) => {
        clearIdentityCookie(app, reply)
        const callback = providerCallback(app, request, params.provider, body)
        const { linked, next } = await linkIdentity(app, by, identity, callback)
        return { linked: toLinkedReply(linked), next }
      },
    ),

    unlinkIdentity: route(endpoints.unlinkIdentity, async ({ by, params }) => {
      await unlinkIdentity(app, by, params.provider)
      return null
    }),

    removeIdentities: route(endpoints.removeIdentities, async ({ by, params }) => {
      await removeIdentities(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  }
}
