import { type Reply, send } from '../../api.ts'
import { site } from '../../site.ts'
import { sharedDialog } from '../../ui/shared-dialog.ts'

type Owed = Reply<'listOwed'>

/** The dialog with what a player must agree to before continuing (docs/contract.md#rules-and-consent). */
export const { asked: askingToAgree, ask } = sharedDialog<{ owed: Owed }>()

/**
 * Waits until the player has agreed to everything pending, in the consent dialog if necessary.
 * @returns false if the player signs out instead
 */
export async function awaitConsent(accessToken: string | undefined): Promise<boolean> {
  const owed = await send('listOwed', {}, accessToken)
  return owed.pages.length + owed.minimumAge === 0 || ask({ owed }) // or the player agreed in another tab
}

/** Opens the consent dialog right after sign-in, if the site requires consent. */
export function openPendingConsents(accessToken: string | undefined): void {
  if (hasPendingConsents()) void awaitConsent(accessToken).catch(() => undefined) // the next request asks again
}

export function hasPendingConsents(): boolean {
  const now = site.value
  return now !== undefined && now.agreements.length + now.minimumAge > 0
}
