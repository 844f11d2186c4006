import { type Reply, send } from '../../api.ts'
import { site } from '../../site.ts'
import { question } from '../../ui/shared-dialog.ts'

type Owed = Reply<'listOwed'>

/** What a player has to agree to before they go on (docs/contract.md#rules-and-consent). */
export const { asked: askingToAgree, ask } = question<{ owed: Owed }>()

/** @returns false if the player signs out instead. */
export async function hasAgreed(accessToken: string | undefined): Promise<boolean> {
  const owed = await send('listOwed', {}, accessToken)
  return owed.pages.length + owed.minimumAge === 0 || ask({ owed }) // agreed in another tab, meanwhile
}

/** Asks whoever has just come in, before they begin anything, where the site asks for something. */
export function askFirst(accessToken: string | undefined): void {
  if (asksForSomething()) void hasAgreed(accessToken).catch(() => undefined) // the next request asks
}

export function asksForSomething(): boolean {
  const now = site.value
  return now !== undefined && now.agreements.length + now.minimumAge > 0
}
