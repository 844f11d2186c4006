import { endpoints, type TextureKind } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { findEffectivePermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { requirePermission } from '../../permissions/may.ts'
import { Refusal } from '../../platform/errors.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { removeTexture } from '../../profiles/textures/remove-texture.ts'
import { uploadCape, uploadSkin } from '../../profiles/textures/upload-texture.ts'
import { requireSigningKey } from './create-signing-key.ts'
import { describeServices } from './describe-services.ts'
import { keyPairPool, publicKeysOf, signCertificate } from './player-certificate.ts'

/** Routes that take a game token (docs/launcher-protocols.md#yggdrasil). */
export function gameClientRoutes(app: App) {
  const pairs = keyPairPool()
  const services = describeServices(app.config.publicUrl)
  return {
    uploadGameTexture: route(endpoints.uploadGameTexture, async ({ by, params, file, body }) => {
      requireOwn(by.actor, params.uuid)
      await requireUpload(app, by.actor, params.kind)
      const slim = body.model === undefined ? undefined : body.model === 'slim'
      if (params.kind === 'skin') await uploadSkin(app, by, { file, slim })
      else await uploadCape(app, by, file)
      return null
    }),

    deleteGameTexture: route(endpoints.deleteGameTexture, async ({ by, params }) => {
      requireOwn(by.actor, params.uuid)
      await removeTexture(app, by, by.actor, params.kind)
      return null
    }),

    showGameAttributes: route(endpoints.showGameAttributes, async () => ATTRIBUTES),

    listBlockedPlayers: route(endpoints.listBlockedPlayers, async () => ({ blockedProfiles: [] })),

    issueCertificate: route(endpoints.issueCertificate, async ({ identity }) => {
      const key = await requireSigningKey(app)
      return signCertificate(app, await pairs.take(), identity.playerId, key)
    }),

    listPublicKeys: route(endpoints.listPublicKeys, async () =>
      publicKeysOf(await requireSigningKey(app)),
    ),

    showGameServices: route(endpoints.showGameServices, async () => services),
  }
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
  const standing = await findEffectivePermissions(app.db, player, app.clock.now())
  requirePermission(standing, [`player.${kind}.upload`])
}
