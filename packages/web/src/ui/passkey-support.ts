import { site } from '../site.ts'

/** Whether the site offers passkeys and the browser knows them. */
export function knowsPasskeys(): boolean {
  return Boolean(site.value?.passkeys) && 'PublicKeyCredential' in window
}

/** Whether the browser can offer them in a field, besides. */
export async function offersInFields(): Promise<boolean> {
  if (!knowsPasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}
