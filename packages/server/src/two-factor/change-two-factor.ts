import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { tellPlayer } from '../mail/tell-player.ts'
import type { Client } from '../platform/client.ts'
import type { Player } from '../player/player.ts'
import { findPlayer } from '../player/player-store.ts'
import { deleteDevices } from '../session/device-store.ts'
import { stepOf, totpRow } from './check-totp.ts'
import { base32, otpauthUrl, SECRET_BYTES } from './totp.ts'
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

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman'>

const RESEALED_AT_ONCE = 500

/**
 * Proposes a secret. It counts once a code made with it was entered; another proposal replaces it.
 *
 * @throws Refusal `auth.2faenabled`, `auth.unauthorized`
 */
export async function proposeTwoFactor(
  app: Needs,
  playerId: string,
): Promise<{ secret: string; url: string }> {
  const player = await existing(app, playerId)
  const { siteName } = await app.settings.read()
  const bytes = app.random.bytes(SECRET_BYTES)
  const sealed = (await app.keys.newest()).seal(totpRow(playerId), bytes)
  if (!(await proposeTotp(app.db, playerId, sealed))) throw new Refusal('auth.2faenabled')

  const secret = base32(bytes)
  return { secret, url: otpauthUrl(siteName, player.username, secret) }
}

/**
 * Turns the proposed second factor on.
 *
 * @throws Refusal `auth.wrong2fa` also when nothing was proposed; `auth.2faenabled`
 */
export async function enableTwoFactor(
  app: Needs,
  playerId: string,
  code: string,
  client: Client,
): Promise<void> {
  const totp = await findTotp(app.db, playerId)
  if (totp && totp.enabledAt !== null) throw new Refusal('auth.2faenabled')
  const step = totp && (await stepOf(app, playerId, totp, code))
  if (!totp || step === undefined) throw new Refusal('auth.wrong2fa')

  const proof = { sealed: totp.sealed, step, now: app.clock.now() }
  await change(app, playerId, { action: 'two-factor.enabled', ip: client.ip }, async (tx) => {
    if (!(await enableTotp(tx, playerId, proof))) throw new Refusal('auth.wrong2fa')
    return true
  })
}

/**
 * Turns the second factor off by one of its codes.
 *
 * @throws Refusal `auth.wrong2fa` also when it is off
 */
export async function disableTwoFactor(
  app: Needs,
  playerId: string,
  code: string,
  client: Client,
): Promise<void> {
  const totp = await findTotp(app.db, playerId)
  const step = totp && (await stepOf(app, playerId, totp, code))
  if (!totp || step === undefined) throw new Refusal('auth.wrong2fa')

  await change(app, playerId, { action: 'two-factor.disabled', ip: client.ip }, async (tx) => {
    if (!(await burnStep(tx, playerId, step))) throw new Refusal('auth.wrong2fa')
    return removeTotp(tx, playerId)
  })
}

/** Seals every secret with the newest key, while the site runs; the old keys can then be deleted. */
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

type Change = { action: 'two-factor.enabled' | 'two-factor.disabled'; ip: string }

/**
 * The change, its trace and the mail about it, all or nothing; `false` from `write` means none. What
 * was trusted before is not any more: every device is forgotten.
 */
async function change(
  app: Needs,
  playerId: string,
  { action, ip }: Change,
  write: (tx: Parameters<typeof insertAudit>[0]) => Promise<boolean>,
): Promise<void> {
  const player = await existing(app, playerId)
  const settings = await app.settings.read()
  const { siteName } = settings
  const generation = await app.keys.newest()
  await app.db.transaction().execute(async (tx) => {
    if (!(await write(tx))) return
    await deleteDevices(tx, playerId)
    await insertAudit(tx, newAudit(app, { action, actor: playerId, target: playerId, ip }))
    const enabled = action === 'two-factor.enabled'
    const mail = twoFactorMail({ player, siteName, enabled })
    await tellPlayer(app, tx, { player, mail, generation, settings })
  })
  app.postman.wake()
}

async function existing(app: Pick<App, 'db'>, playerId: string): Promise<Player> {
  const player = await findPlayer(app.db, playerId)
  if (!player) throw new Refusal('auth.unauthorized')
  return player
}
