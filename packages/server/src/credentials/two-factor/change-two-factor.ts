import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { deleteDevices } from '../../sessions/device-store.ts'
import { markSecondFactor } from '../../sessions/reauthentication-store.ts'
import { stepOf, totpRow } from './check-totp.ts'
import { markOf, readRecoveryCode } from './recovery-code.ts'
import { burnRecoveryCode } from './recovery-code-store.ts'
import { SECRET_BYTES, writeSecret } from './totp.ts'
import { twoFactorMail } from './two-factor-mail.ts'
import {
  burnStep,
  enableTotp,
  findTotp,
  listSealedOtherwise,
  proposeTotp,
  removeTotp,
  replaceSealed,
} from './two-factor-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

const RESEALED_AT_ONCE = 500

/**
 * Proposes a secret. It takes effect when a code made with it is entered; a new proposal replaces
 * it.
 *
 * @throws Refusal `auth.2faenabled`, `auth.unauthorized`
 */
export async function proposeTwoFactor(
  app: Needs,
  playerId: string,
): Promise<{ secret: string; url: string }> {
  const player = await requireOwnPlayer(app.db, playerId)
  const { siteName } = await app.settings.read()
  const bytes = app.random.bytes(SECRET_BYTES)
  const sealed = (await app.keys.newest()).seal(totpRow(playerId), bytes)
  if (!(await proposeTotp(app.db, playerId, sealed))) throw new Refusal('auth.2faenabled')

  return writeSecret(bytes, siteName, player.username)
}

/**
 * Turns on the proposed second factor. The code is given in this session, so the session has one from then on.
 *
 * @throws Refusal `auth.wrong2fa` also when nothing was proposed; `auth.2faenabled`
 */
export async function enableTwoFactor(
  app: Needs,
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
    const proof = { sealed: totp.sealed, step, now: work.now }
    if (!(await enableTotp(work.tx, player.id, proof))) throw new Refusal('auth.wrong2fa')
    const given = { sessionId, playerId: player.id, now: work.now, secondFactor: 'code' } as const
    await markSecondFactor(work.tx, given)
    await follow(app, work, player, { enabled: true })
  })
}

/**
 * Turns off the second factor with one of its codes, or with a recovery code.
 *
 * @throws Refusal `auth.wrong2fa` also when the second factor is off
 */
export async function disableTwoFactor(app: Needs, by: Actor, code: string): Promise<void> {
  const burn = await burnOf(app, by.actor, code)
  const owner = await requireOwnPlayer(app.db, by.actor)
  const isStaff = await isAllowed(app, owner, 'panel.access')
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, owner.id)
    if (!player || !(await burn(work))) throw new Refusal('auth.wrong2fa')
    if (!(await removeTotp(work.tx, player.id))) return
    await follow(app, work, player, { enabled: false })
    const { id, username: whom } = player
    if (isStaff) await tellSuperusers(app, work, { kind: 'two-factor-removed', whom, id })
  })
}

/** Reads a code, and returns what uses it up; that gives false when it is of no use. */
async function burnOf(
  app: Needs,
  playerId: string,
  code: string,
): Promise<(work: Work) => Promise<boolean>> {
  const recovery = readRecoveryCode(code)
  if (recovery) {
    const mark = markOf(app.keys, playerId, recovery)
    return async ({ tx, settings, note }) => {
      const fits = settings.recoveryCodes && (await burnRecoveryCode(tx, { playerId, mark }))
      if (fits) note('recovery-codes.used', playerId)
      return fits
    }
  }
  const totp = await findTotp(app.db, playerId)
  const step = totp && (await stepOf(app, playerId, totp, code))
  return async ({ tx }) => step !== undefined && burnStep(tx, playerId, step)
}

/** Forgets every device, as earlier trust no longer holds, and tells the player. */
async function follow(
  { config }: Needs,
  work: Work,
  player: Player,
  { enabled }: { enabled: boolean },
) {
  await deleteDevices(work.tx, player.id)
  work.note(enabled ? 'two-factor.enabled' : 'two-factor.disabled', player.id)
  const about = { player, site: work.settings, url: config.publicUrl, enabled }
  work.tell(player, (to) => twoFactorMail({ ...about, to }))
}

/**
 * Seals every secret with the newest key while the site runs, so that old keys can be deleted;
 * returns how many.
 */
export async function resealSecrets(app: Pick<App, 'db' | 'keys'>): Promise<number> {
  const generation = await app.keys.newest()
  let count = 0
  for (;;) {
    const rows = await listSealedOtherwise(app.db, generation.kid, RESEALED_AT_ONCE)
    for (const { playerId, sealed } of rows) {
      const secret = await app.keys.unseal(totpRow(playerId), sealed)
      const renewed = generation.seal(totpRow(playerId), secret)
      await replaceSealed(app.db, playerId, { old: sealed, renewed })
    }
    count += rows.length
    if (rows.length < RESEALED_AT_ONCE) return count
  }
}
