import { endpoints } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { logInByIdentity, logInByTicket } from '../auth/log-in-by-identity.ts'
import {
  clearIdentityCookie,
  identityCookieOf,
  setIdentityCookie,
} from '../door/identity-cookie.ts'
import { type Route, route } from '../door/route.ts'
import { signIn } from '../door/sign-in.ts'
import { requirePlayer } from '../player/require-player.ts'
import { type ProviderAnswer, toLinkedReply } from './identity.ts'
import { beginLink, linkIdentity, removeIdentities, unlinkIdentity } from './link-identity.ts'
import { listOwnIdentities } from './list-providers.ts'
import { type Return, sendAway } from './meet-person.ts'

export function identityRoutes(app: App): Route[] {
  const returned = (request: FastifyRequest, provider: string, answer: ProviderAnswer): Return => ({
    ...answer,
    provider,
    kept: identityCookieOf(app, request),
  })
  return [
    route(endpoints.identityLoginOptions, async ({ params, body, reply }) => {
      const about = { purpose: 'login', next: body?.next } as const
      const { url, kept } = await sendAway(app, params.provider, about)
      setIdentityCookie(app, reply, kept)
      return { url }
    }),

    route(endpoints.identityLogin, async ({ params, body, client, request, reply }) => {
      clearIdentityCookie(app, reply)
      const back = returned(request, params.provider, body)
      const { opened, ticket, next } = await logInByIdentity(app, back, client)
      return { signedIn: opened ? await signIn(app, reply, opened) : null, ticket, next }
    }),

    route(endpoints.identityCode, async ({ body, client, reply }) =>
      signIn(app, reply, await logInByTicket(app, body, client)),
    ),

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
      const back = returned(request, params.provider, body)
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
