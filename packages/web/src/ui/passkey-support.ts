import { site } from '../site.ts'

/** Whether the site offers passkeys and the browser supports them. */
export function knowsPasskeys(): boolean {
  return Boolean(site.value?.passkeys) && 'PublicKeyCredential' in window
}

/** Whether the browser can also offer passkeys in a field (conditional UI). */
export async function offersInFields(): Promise<boolean> {
  if (!knowsPasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}
