import type { App } from '../../app.ts'
import type { Work } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import type { AssertionVerdict } from './check-assertion.ts'
import { passkeyCopiedMail } from './passkey-mail.ts'
import { advancePasskey, burnAttempt, findPasskey, markCopied } from './passkey-store.ts'

/**
 * Uses a checked proof, as a part of a change by it: burns its attempt and advances the passkey's count.
 *
 * @returns false when the passkey is refused because somebody else seems to have it, too. The change goes on
 *   then, so that this stays written and its player is told.
 * @throws Refusal `passkey.expired` to all but one of those who use an attempt; `passkey.unknown` when the passkey was
 *   removed meanwhile
 */
export async function usePasskey(
  { config }: Pick<App, 'config'>,
  work: Work,
  player: Player,
  { passkey, attempt, signed }: Extract<AssertionVerdict, { ok: true }>,
): Promise<boolean> {
  const { tx, now, settings, by } = work
  if (!(await burnAttempt(tx, attempt))) throw new Refusal('passkey.expired')
  if (await advancePasskey(tx, { id: passkey.id, ...signed, now })) return true
  if (!(await findPasskey(tx, passkey.credentialId))) throw new Refusal('passkey.unknown')

  if (await markCopied(tx, passkey.id, now)) {
    work.note('passkey.copied', player.id, { before: passkey.name })
    const about = { player, site: settings, url: config.publicUrl, name: passkey.name }
    work.tell(player, (to) => passkeyCopiedMail({ ...about, to, ip: by.ip, at: now }))
  }
  return false
}
