import type { App } from '../../app.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import type { AssertionVerdict } from './check-assertion.ts'
import { passkeyCopiedMail } from './passkey-mail.ts'
import {
  consumeSingleUseToken,
  findPasskey,
  markCopied,
  updateSignatureCounter,
} from './passkey-store.ts'

/**
 * Consumes the attempt of an accepted signature and stores the passkey's counter.
 * @returns false if the passkey is refused because it was copied; the caller must then commit the change, so that the
 * mark is stored and the player is notified
 * @throws Refusal `passkey.expired` if the attempt was used before or concurrently; `passkey.unknown` if the passkey
 * was removed in the meantime
 */
export async function usePasskey(
  { config }: Pick<App, 'config'>,
  work: UnitOfWork,
  player: Player,
  { passkey, ceremony, signatureState }: Extract<AssertionVerdict, { ok: true }>,
): Promise<boolean> {
  const { tx, now, settings, by } = work
  if (!(await consumeSingleUseToken(tx, ceremony))) throw new Refusal('passkey.expired')
  if (await updateSignatureCounter(tx, { id: passkey.id, ...signatureState, now })) return true
  if (!(await findPasskey(tx, passkey.credentialId))) throw new Refusal('passkey.unknown')

  if (await markCopied(tx, passkey.id, now)) {
    work.audit('passkey.copied', player.id, { before: passkey.name })
    const about = { player, site: settings, url: config.publicUrl, name: passkey.name }
    work.notify(player, (to) => passkeyCopiedMail({ ...about, to, ip: by.ip, at: now }))
  }
  return false
}
