import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { passwordFault } from '../password-rules/password-rules.ts'

/**
 * Checks a new password against the rules and the list of breached passwords. Skips the list while it cannot be reached
 * (docs/contract.md#passwords).
 * @throws Refusal `password.*`
 */
export async function checkNewPassword(
  app: Pick<App, 'settings' | 'breachList'>,
  password: string,
  owner: { username: string; email: string | null },
): Promise<void> {
  const { siteName, leakCheck } = await app.settings.read()
  const fault = passwordFault(password, { ...owner, siteName })
  if (fault) throw new Refusal(fault)
  if (leakCheck && (await app.breachList.isBreached(password))) {
    throw new Refusal('password.breached')
  }
}
