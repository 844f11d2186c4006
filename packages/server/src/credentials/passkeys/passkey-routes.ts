import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { findRelyingParty } from '../../settings/relying-party.ts'
import { addPasskey, offerPasskey } from './add-passkey.ts'
import { removePasskey, removePasskeys, renamePasskey } from './change-passkey.ts'
import { toPasskeyReply } from './passkey.ts'
import { listPasskeys } from './passkey-store.ts'

export function passkeyRoutes(app: App): Route[] {
  const party = findRelyingParty(app.config.publicUrl)
  return [
    route(endpoints.listPasskeys, async ({ identity }) => {
      const passkeys = await listPasskeys(app.db, identity.playerId)
      return {
        items: passkeys.map((passkey) => toPasskeyReply(passkey, party)),
        whyNot: 'whyNot' in party ? party.whyNot : null,
      }
    }),

    route(endpoints.passkeyOptions, ({ identity }) => offerPasskey(app, identity)),

    route(endpoints.registerPasskey, async ({ by, identity, body, client }) => {
      const passkey = await addPasskey(app, by, identity, body, client)
      return { passkey: toPasskeyReply(passkey, party) }
    }),

    route(endpoints.renamePasskey, async ({ by, params, body }) => {
      const passkey = await renamePasskey(app, by, { id: params.id, name: body.name })
      return { passkey: toPasskeyReply(passkey, party) }
    }),

    route(endpoints.removePasskey, async ({ by, params }) => {
      await removePasskey(app, by, params.id)
      return null
    }),

    route(endpoints.removePasskeys, async ({ by, params }) => {
      await removePasskeys(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  ]
}
