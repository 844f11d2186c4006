import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { findRelyingParty } from '../../settings/relying-party.ts'
import { addPasskey, registrationOptions } from './add-passkey.ts'
import { removePasskey, removePasskeys, renamePasskey } from './change-passkey.ts'
import { toPasskeyReply } from './passkey.ts'
import { listPasskeys } from './passkey-store.ts'

export function passkeyRoutes(app: App) {
  const party = findRelyingParty(app.config.publicUrl)
  return {
    listPasskeys: route(endpoints.listPasskeys, async ({ identity }) => {
      const passkeys = await listPasskeys(app.db, identity.playerId)
      return {
        items: passkeys.map((passkey) => toPasskeyReply(passkey, party)),
        whyNot: 'whyNot' in party ? party.whyNot : null,
      }
    }),

    passkeyOptions: route(endpoints.passkeyOptions, ({ identity }) =>
      registrationOptions(app, identity),
    ),

    registerPasskey: route(endpoints.registerPasskey, async ({ by, identity, body, client }) => {
      const passkey = await addPasskey(app, by, identity, body, client)
      return { passkey: toPasskeyReply(passkey, party) }
    }),

    renamePasskey: route(endpoints.renamePasskey, async ({ by, params, body }) => {
      const passkey = await renamePasskey(app, by, { id: params.id, name: body.name })
      return { passkey: toPasskeyReply(passkey, party) }
    }),

    removePasskey: route(endpoints.removePasskey, async ({ by, params }) => {
      await removePasskey(app, by, params.id)
      return null
    }),

    removePasskeys: route(endpoints.removePasskeys, async ({ by, params }) => {
      await removePasskeys(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  }
}
