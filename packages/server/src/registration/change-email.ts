import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { sealMail } from '../mail/outbox.ts'
import { insertMail } from '../mail/outbox-store.ts'
import { tellPlayer } from '../mail/tell-player.ts'
import { requireMailTurn } from '../mail/turns.ts'
import { checkOwnPassword, requireSamePassword } from '../password/check-own-password.ts'
import { deleteResetLinks } from '../password/reset-store.ts'
import type { Client } from '../platform/client.ts'
import { takenColumn } from '../platform/database/database-failure.ts'
import type { Player } from '../player/player.ts'
import { findPlayer, findPlayerByLogin, lockPlayer, updateEmail } from '../player/player-store.ts'
import type { Identity } from '../session/access-token.ts'
import { signOutElsewhere } from '../session/close-sessions.ts'
import { checkEmailCode } from './check-email-code.ts'
import { CODE_TTL, codeMac, newEmailCode } from './email-code.ts'
import { burnEmailCode, deleteEmailCodes, upsertEmailCode } from './email-code-store.ts'
import { addressChangeMail, newAddressMail } from './registration-mail.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman' | 'passwords'>

/**
 * Begins a change of address: a code goes to the new one, a notice to the old one.
 *
 * @throws Refusal `password.wrong`, `auth.emailtaken`, `auth.unauthorized`; `request.toomany` when
 *   the new address had enough codes, whoever asked for them
 */
export async function requestEmailChange(
  app: Needs,
  playerId: string,
  wanted: { email: string; password: string },
): Promise<void> {
  const player = await checkOwnPassword(app, playerId, wanted.password)
  if (await findPlayerByLogin(app.db, wanted.email)) throw new Refusal('auth.emailtaken')
  await requireMailTurn(app, 'new-address', wanted.email)

  const settings = await app.settings.read()
  const { siteName } = settings
  const generation = await app.keys.newest()
  const code = newEmailCode(app.random)
  const owner = { playerId, purpose: 'address', address: wanted.email } as const
  const codeMail = newAddressMail({ player, siteName, code, to: wanted.email })
  const mail = addressChangeMail({ player, siteName }, wanted.email)
  await app.db.transaction().execute(async (tx) => {
    await requireSamePassword(tx, player)
    await upsertEmailCode(tx, {
      ...owner,
      codeMac: codeMac(generation, owner, code),
      expiresAt: app.clock.now() + CODE_TTL,
    })
    await insertMail(tx, sealMail(app, generation, codeMail))
    await tellPlayer(app, tx, { player, mail, generation, settings })
  })
  app.postman.wake()
}

/**
 * Ends a change of address: the code proves that the new one is the player's, which also confirms
 * an account that was not activated yet and ends its other sessions (see verifyEmail). Links and
 * codes sent to the old address are void.
 *
 * @throws Refusal `auth.wrongcode`, `auth.codeexpired`, `auth.emailtaken`, `auth.unauthorized`
 */
export async function confirmEmailChange(
  app: Needs,
  { playerId, sessionId }: Identity,
  code: string,
  client: Client,
): Promise<Player> {
  const owner = { playerId, purpose: 'address' } as const
  const checked = await checkEmailCode(app, owner, code)
  if (!checked.ok) throw new Refusal(checked.refusal)

  await app.db
    .transaction()
    .execute(async (tx) => {
      const before = await lockPlayer(tx, playerId)
      if (!before) throw new Refusal('auth.unauthorized')
      const burnt = await burnEmailCode(tx, { ...owner, codeMac: checked.codeMac })
      if (!burnt) throw new Refusal('auth.codeexpired')
      await updateEmail(tx, playerId, checked.address, app.clock.now())
      await deleteEmailCodes(tx, playerId)
      await deleteResetLinks(tx, playerId)
      if (before.activatedAt === null) await signOutElsewhere(tx, playerId, sessionId)
      const entry = { actor: playerId, target: playerId, ip: client.ip }
      const change = { before: before.email, after: checked.address }
      await insertAudit(tx, newAudit(app, { action: 'player.email', ...entry, ...change }))
    })
    .catch((error) => {
      throw takenColumn(error) ? new Refusal('auth.emailtaken') : error
    })
  const after = await findPlayer(app.db, playerId)
  if (!after) throw new Refusal('auth.unauthorized')
  return after
}
