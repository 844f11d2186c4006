import { endpoints, type TextureKind } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePermission } from '../../permissions/is-allowed.ts'
import { Refusal } from '../../platform/errors.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { removeTexture } from '../../profiles/textures/remove-texture.ts'
import { uploadCape, uploadSkin } from '../../profiles/textures/upload-texture.ts'
import { describeServices } from './describe-services.ts'
import { requireKey } from './make-key.ts'
import { certify, playerPairs, publicKeysOf } from './player-certificate.ts'

/** What is asked with a game token (docs/contract.md#yggdrasil). */
export function gameClientRoutes(app: App): Route[] {
  const pairs = playerPairs()
  const services = describeServices(app.config.publicUrl)
  return [
    route(endpoints.uploadGameTexture, async ({ by, params, file, body }) => {
      requireOwn(by.actor, params.uuid)
      await requireUpload(app, by.actor, params.kind)
      const slim = body.model === undefined ? undefined : body.model === 'slim'
      if (params.kind === 'skin') await uploadSkin(app, by, { file, slim })
      else await uploadCape(app, by, file)
      return null
    }),

    route(endpoints.deleteGameTexture, async ({ by, params }) => {
      requireOwn(by.actor, params.uuid)
      await removeTexture(app, by, by.actor, params.kind)
      return null
    }),

    route(endpoints.showGameAttributes, async () => ATTRIBUTES),

    route(endpoints.listBlockedPlayers, async () => ({ blockedProfiles: [] })),

    route(endpoints.issueCertificate, async ({ identity }) => {
      const key = await requireKey(app)
      return certify(app, await pairs.take(), identity.playerId, key)
    }),

    route(endpoints.listPublicKeys, async () => publicKeysOf(await requireKey(app))),

    route(endpoints.showGameServices, async () => services),
  ]
}

const [ON, OFF] = [{ enabled: true }, { enabled: false }]
const ATTRIBUTES = {
  privileges: {
    onlineChat: ON,
    multiplayerServer: ON,
    multiplayerRealms: OFF,
    telemetry: OFF,
    optionalTelemetry: OFF,
  },
  profanityFilterPreferences: { profanityFilterOn: false },
  banStatus: { bannedScopes: {} },
}

function requireOwn(playerId: string, uuid: string): void {
  if (readPlayerId(uuid) !== playerId) throw new Refusal('auth.forbidden')
}

async function requireUpload(app: App, playerId: string, kind: TextureKind): Promise<void> {
  const player = await requireOwnPlayer(app.db, playerId)
  await requirePermission(app, player, [`player.${kind}.upload`])
}
