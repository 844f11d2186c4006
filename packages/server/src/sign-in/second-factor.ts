import type { ProofPart } from '@portal/contract'
import type { App } from '../app.ts'
import { hasTrustedIdentity } from '../credentials/linked-accounts/identity-store.ts'
import { hasUsablePasskey } from '../credentials/passkeys/usable-passkey.ts'
import { isAllowed } from '../permissions/is-allowed.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { findSecondFactor } from '../sessions/reauthentication-store.ts'

/** Lists of what proves who a player is; the parts of one list go together. */
export type Ways = readonly (readonly ProofPart[])[]

/** Lists what proves who a player is. */
export async function waysToProve(app: Pick<App, 'db' | 'config'>, player: Player): Promise<Ways> {
  const byFactor = await waysWithSecondFactor(app, player)
  return player.totpEnabledAt === null ? [['password'], ...byFactor] : byFactor
}

/** Lists what proves who a player is and takes a second factor; empty while the player has none. */
export async function waysWithSecondFactor(
  app: Pick<App, 'db' | 'config'>,
  player: Player,
): Promise<Ways> {
  const ways: ProofPart[][] = []
  if (player.totpEnabledAt !== null) ways.push(['password', 'totp'])
  if (await hasUsablePasskey(app, player)) ways.push(['passkey'])
  return ways
}

/**
 * Whether a second factor was given in a session, at its sign-in or since, that the player still has
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
 * Whether a password in this session does not re-authenticate: where the panel needs a second factor, for staff
 * who have one and have not given it here. A thief of the password alone could otherwise set up a second factor
 * of their own, and enter the panel by that.
 */
export async function lacksSecondFactor(
  app: App,
  player: Player,
  identity: Identity,
): Promise<boolean> {
  const { panelNeedsTwoFactor } = await app.settings.read()
  if (!panelNeedsTwoFactor || !(await isAllowed(app, player, 'panel.access'))) return false
  const hasAny =
    (await waysWithSecondFactor(app, player)).length > 0 ||
    (await hasTrustedIdentity(app.db, player.id))
  return hasAny && !(await hasGivenSecondFactor(app, player, identity))
}
