import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { sealMail } from '../mail/outbox.ts'
import { insertMail } from '../mail/outbox-store.ts'
import { requireMailTurn } from '../mail/turns.ts'
import { deleteResetLinks } from '../password/reset-store.ts'
import type { Client } from '../platform/client.ts'
import type { Db } from '../platform/database/database.ts'
import type { Generation } from '../platform/keys/key-ring.ts'
import type { Player } from '../player/player.ts'
import { activatePlayer, findPlayer, lockPlayer } from '../player/player-store.ts'
import type { Identity } from '../session/access-token.ts'
import { signOutElsewhere } from '../session/close-sessions.ts'
import { checkEmailCode } from './check-email-code.ts'
import { CODE_TTL, codeMac, newEmailCode } from './email-code.ts'
import { burnEmailCode, deleteEmailCodes, upsertEmailCode } from './email-code-store.ts'
import { activationMail } from './registration-mail.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman'>

/**
 * Confirms the address of an account by the code that was sent there. Confirmed already is fine.
 * Whoever made the account may not be whose address it is: every session, device, link and code of
 * before ends, but the session that confirms.
 *
 * @throws Refusal `auth.wrongcode`, `auth.codeexpired` (answers, verify); `auth.unauthorized`
 */
export async function verifyEmail(
  app: Needs,
  { playerId, sessionId }: Identity,
  code: string,
  client: Client,
): Promise<Player> {
  const player = await existing(app.db, playerId)
  if (player.activatedAt !== null) return player

  const owner = { playerId, purpose: 'activation' } as const
  const checked = await checkEmailCode(app, owner, code)
  if (!checked.ok) {
    const meanwhile = await existing(app.db, playerId) // a parallel call may have used the code
    if (meanwhile.activatedAt !== null) return meanwhile
    throw new Refusal(checked.refusal)
  }

  await app.db.transaction().execute(async (tx) => {
    const now = await lockPlayer(tx, playerId)
    if (!(await burnEmailCode(tx, { ...owner, codeMac: checked.codeMac }))) {
      if (now?.activatedAt) return // a parallel call used the same code
      throw new Refusal('auth.codeexpired') // another one took its place meanwhile
    }
    await activatePlayer(tx, playerId, app.clock.now())
    await signOutElsewhere(tx, playerId, sessionId)
    await deleteResetLinks(tx, playerId)
    await deleteEmailCodes(tx, playerId)
    const entry = { actor: playerId, target: playerId, ip: client.ip, after: checked.address }
    await insertAudit(tx, newAudit(app, { action: 'player.activated', ...entry }))
  })
  return existing(app.db, playerId)
}

/** Confirms an account without a code. @param by an administrator's id, or `command`. */
export async function activateByOwner(
  app: Pick<App, 'db' | 'clock' | 'random'>,
  playerId: string,
  by: { actor: string; ip: string | null },
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await activatePlayer(tx, playerId, app.clock.now())
    await deleteEmailCodes(tx, playerId)
    const entry = { action: 'player.activated', ...by, target: playerId } as const
    await insertAudit(tx, newAudit(app, entry))
  })
}

/**
 * Sends a new code; the one before it is void. While none would leave, that one stays good.
 *
 * @throws Refusal `auth.alreadyactivated`; `request.toomany`; `auth.unauthorized`
 */
export async function resendCode(app: Needs, playerId: string): Promise<void> {
  const player = await existing(app.db, playerId)
  if (player.activatedAt !== null) throw new Refusal('auth.alreadyactivated')
  await requireMailTurn(app, 'activation', player.email)

  const { siteName } = await app.settings.read()
  const generation = await app.keys.newest()
  await app.db.transaction().execute(async (tx) => {
    if (!(await lockPlayer(tx, playerId))) throw new Refusal('auth.unauthorized')
    // The mail of the registration said when the account ends, where it does.
    await sendActivationCode(app, tx, generation, { player, siteName, unconfirmedDays: 0 })
  })
  app.postman.wake()
}

/** Makes a code for the player's address and mails it, in the caller's transaction. */
export async function sendActivationCode(
  app: Pick<App, 'clock' | 'random'>,
  tx: Db,
  generation: Generation,
  to: { player: Player; siteName: string; unconfirmedDays: number },
): Promise<void> {
  const code = newEmailCode(app.random)
  const owner = {
    playerId: to.player.id,
    purpose: 'activation',
    address: to.player.email,
  } as const
  await upsertEmailCode(tx, {
    ...owner,
    codeMac: codeMac(generation, owner, code),
    expiresAt: app.clock.now() + CODE_TTL,
  })
  await insertMail(tx, sealMail(app, generation, activationMail({ ...to, code })))
}

async function existing(db: Db, playerId: string): Promise<Player> {
  const player = await findPlayer(db, playerId)
  if (!player) throw new Refusal('auth.unauthorized')
  return player
}
