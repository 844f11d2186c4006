import type { App } from '../../app.ts'
import type { Work } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { CODE_TTL, codeMac, newEmailCode } from './email-code.ts'
import { activationMail } from './email-code-mail.ts'
import { upsertEmailCode } from './email-code-store.ts'

/**
 * Makes a code for the player's address and mails it, as part of a change.
 *
 * @param how.to the address.
 * @param how.endsAfter after how many days an unconfirmed account ends; 0 means never.
 */
export async function sendActivationCode(
  { random }: Pick<App, 'random'>,
  { tx, now, settings, generation, mail }: Work,
  player: Player,
  { to, endsAfter }: { to: string; endsAfter: number },
): Promise<void> {
  const code = newEmailCode(random)
  const owner = { playerId: player.id, purpose: 'activation', address: to } as const
  const mac = codeMac(generation, owner, code)
  await upsertEmailCode(tx, { ...owner, codeMac: mac, expiresAt: now + CODE_TTL })
  mail(activationMail({ player, to, site: settings, code, unconfirmedDays: endsAfter }))
}
