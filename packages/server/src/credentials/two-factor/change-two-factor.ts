import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { playerMay } from '../../permissions/may.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { deleteDevices } from '../../sessions/device-store.ts'
import { markSecondFactor } from '../../sessions/reauthentication-store.ts'
import { stepOf, totpContext } from './check-totp.ts'
import { readRecoveryCode, recoveryCodeHash } from './recovery-code.ts'
import { consumeRecoveryCode } from './recovery-code-store.ts'
import { SECRET_BYTES, writeSecret } from './totp.ts'
import { twoFactorMail } from './two-factor-mail.ts'
import {
  consumeStep,
  enableTotp,
  findTotp,
  listSealedWithOtherKeys,
  proposeTotp,
  removeTotp,
  replaceSealed,
} from './two-factor-store.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

const BATCH_SIZE = 500

/**
 * Stores a new 2FA secret, which replaces an earlier proposal. 2FA is on once the player enters a code made with the
 * secret.
 * @returns the secret in base32, and its URL for authenticator apps
 * @throws Refusal `auth.2faenabled`
 */
export async function proposeTwoFactor(
  app: Deps,
  playerId: string,
): Promise<{ secret: string; url: string }> {
  const player = await requireOwnPlayer(app.db, playerId)
  const { siteName } = await app.settings.read()
  const bytes = app.random.bytes(SECRET_BYTES)
  const sealed = (await app.keys.newest()).seal(totpContext(playerId), bytes)
  if (!(await proposeTotp(app.db, playerId, sealed))) throw new Refusal('auth.2faenabled')

  return writeSecret(bytes, siteName, player.username)
}

/**
 * Turns 2FA on, and records that this session has used a second factor.
 * @throws Refusal `auth.wrong2fa` also if no secret was proposed; `auth.2faenabled`
 */
export async function enableTwoFactor(
  app: Deps,
  by: Actor,
  { sessionId }: Identity,
  code: string,
): Promise<void> {
  const totp = await findTotp(app.db, by.actor)
  if (totp && totp.enabledAt !== null) throw new Refusal('auth.2faenabled')
  const step = totp && (await stepOf(app, by.actor, totp, code))
  if (!totp || step === undefined) throw new Refusal('auth.wrong2fa')

  const player = await requireOwnPlayer(app.db, by.actor)
  await change(app, by, async (work) => {
    const verified = { sealed: totp.sealed, step, now: work.now }
    if (!(await enableTotp(work.tx, player.id, verified))) throw new Refusal('auth.wrong2fa')
    const factor = { sessionId, playerId: player.id, now: work.now, secondFactor: 'code' } as const
    await markSecondFactor(work.tx, factor)
    await recordChange(app, work, player, { enabled: true })
  })
}

/**
 * Turns 2FA off. Accepts a code of the app or a recovery code.
 * @throws Refusal `auth.wrong2fa` also if 2FA is off already
 */
export async function disableTwoFactor(app: Deps, by: Actor, code: string): Promise<void> {
  const consume = await codeConsumer(app, by.actor, code)
  const owner = await requireOwnPlayer(app.db, by.actor)
  const isStaff = await playerMay(app, owner, 'panel.access')
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, owner.id)
    if (!player || !(await consume(work))) throw new Refusal('auth.wrong2fa')
    if (!(await removeTotp(work.tx, player.id))) return
    await recordChange(app, work, player, { enabled: false })
    const { id, username: targetName } = player
    if (isStaff) await notifySuperusers(app, work, { kind: 'two-factor-removed', targetName, id })
  })
}

/**
 * Checks a code and returns a function that consumes it. The function returns false if the code is wrong or has been
 * used.
 */
async function codeConsumer(
  app: Deps,
  playerId: string,
  code: string,
): Promise<(work: UnitOfWork) => Promise<boolean>> {
  const recovery = readRecoveryCode(code)
  if (recovery) {
    const mark = recoveryCodeHash(app.keys, playerId, recovery)
    return async ({ tx, settings, audit }) => {
      const fits = settings.recoveryCodes && (await consumeRecoveryCode(tx, { playerId, mark }))
      if (fits) audit('recovery-codes.used', playerId)
      return fits
    }
  }
  const totp = await findTotp(app.db, playerId)
  const step = totp && (await stepOf(app, playerId, totp, code))
  return async ({ tx }) => step !== undefined && consumeStep(tx, playerId, step)
}

async function recordChange(
  { config }: Deps,
  work: UnitOfWork,
  player: Player,
  { enabled }: { enabled: boolean },
) {
  await deleteDevices(work.tx, player.id)
  work.audit(enabled ? 'two-factor.enabled' : 'two-factor.disabled', player.id)
  work.emit('player.two_factor_changed', { player: player.id })
  const about = { player, site: work.settings, url: config.publicUrl, enabled }
  work.notify(player, (to) => twoFactorMail({ ...about, to }))
}

/**
 * Re-encrypts the secrets of all players while the site runs, so that old keys can be deleted.
 * @returns how many secrets were re-encrypted
 */
export async function reencryptTotpSecrets(app: Pick<App, 'db' | 'keys'>): Promise<number> {
  const generation = await app.keys.newest()
  let count = 0
  for (;;) {
    const rows = await listSealedWithOtherKeys(app.db, generation.kid, BATCH_SIZE)
    for (const { playerId, sealed } of rows) {
      const secret = await app.keys.unseal(totpContext(playerId), sealed)
      const renewed = generation.seal(totpContext(playerId), secret)
      await replaceSealed(app.db, playerId, { old: sealed, renewed })
    }
    count += rows.length
    if (rows.length < BATCH_SIZE) return count
  }
}
