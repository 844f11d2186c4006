import type { ReauthenticationFactor } from '@portal/contract'
import type { App } from '../app.ts'
import { hasTrustedIdentity } from '../credentials/linked-accounts/identity-store.ts'
import { hasUsablePasskey } from '../credentials/passkeys/usable-passkey.ts'
import { playerMay } from '../permissions/may.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { findSecondFactor } from '../sessions/reauthentication-store.ts'

/** Ways to re-authenticate, any of which is enough. Each inner list is one way: all its factors are needed. */
export type ReauthenticationMethods = readonly (readonly ReauthenticationFactor[])[]

export async function reauthenticationMethods(
  app: Pick<App, 'db' | 'config'>,
  player: Player,
): Promise<ReauthenticationMethods> {
  const byFactor = await methodsWithSecondFactor(app, player)
  return player.totpEnabledAt === null ? [['password'], ...byFactor] : byFactor
}

/** Lists the ways to re-authenticate that include a second factor; empty if the player has none. */
export async function methodsWithSecondFactor(
  app: Pick<App, 'db' | 'config'>,
  player: Player,
): Promise<ReauthenticationMethods> {
  const methods: ReauthenticationFactor[][] = []
  if (player.totpEnabledAt !== null) methods.push(['password', 'totp'])
  if (await hasUsablePasskey(app, player)) methods.push(['passkey'])
  return methods
}

/**
 * Whether the session has used a second factor, at the sign-in or later, that the player still has
 * (docs/contract.md#the-panel-and-two-factor).
 */
export async function hasGivenSecondFactor(
  app: Pick<App, 'db' | 'config'>,
  player: Player,
  { sessionId }: Identity,
): Promise<boolean> {
  switch (await findSecondFactor(app.db, sessionId)) {
    case 'code':
      return player.totpEnabledAt !== null
    case 'passkey':
      return hasUsablePasskey(app, player)
    case 'identity':
      return hasTrustedIdentity(app.db, player.id)
    case null:
      return false
  }
}

/**
 * Whether a player with `panel.access` has a second factor that this session has not used, while the panel requires
 * one. Without this check, a thief of the password could set up another second factor and open the panel with it.
 */
export async function lacksSecondFactor(
  app: App,
  player: Player,
  identity: Identity,
): Promise<boolean> {
  const { panelNeedsTwoFactor } = await app.settings.read()
  if (!panelNeedsTwoFactor || !(await playerMay(app, player, 'panel.access'))) return false
  const hasAny =
    (await methodsWithSecondFactor(app, player)).length > 0 ||
    (await hasTrustedIdentity(app.db, player.id))
  return hasAny && !(await hasGivenSecondFactor(app, player, identity))
}
