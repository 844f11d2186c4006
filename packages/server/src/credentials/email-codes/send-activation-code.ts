import type { App } from '../../app.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { CODE_TTL, codeMac, newEmailCode } from './email-code.ts'
import { activationMail } from './email-code-mail.ts'
import { upsertEmailCode } from './email-code-store.ts'

/**
 * Mails a player a code that confirms the address `how.to`.
 * @param how.endsAfter days until an unconfirmed account is deleted; 0 means never
 */
export async function sendActivationCode(
  { random }: Pick<App, 'random'>,
  { tx, now, settings, generation, sendMail }: UnitOfWork,
  player: Player,
  { to, endsAfter }: { to: string; endsAfter: number },
): Promise<void> {
  const code = newEmailCode(random)
  const owner = { playerId: player.id, purpose: 'activation', address: to } as const
  const mac = codeMac(generation, owner, code)
  await upsertEmailCode(tx, { ...owner, codeMac: mac, expiresAt: now + CODE_TTL })
  sendMail(activationMail({ player, to, site: settings, code, unconfirmedDays: endsAfter }))
}
