import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { passwordFault } from './rules/password-rules.ts'

/**
 * Lets a new password pass that keeps the rules and, where the setting asks for it, is in no list of
 * leaked ones. While that list cannot be reached passwords pass (contract, Registration).
 *
 * @throws Refusal `password.*`
 */
export async function checkNewPassword(
  app: Pick<App, 'settings' | 'breachList'>,
  password: string,
  owner: { username: string; email: string },
): Promise<void> {
  const { siteName, leakCheck } = await app.settings.read()
  const fault = passwordFault(password, { ...owner, siteName })
  if (fault) throw new Refusal(fault)
  if (leakCheck && (await app.breachList.isBreached(password))) {
    throw new Refusal('password.breached')
  }
}
