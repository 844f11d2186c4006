import type { App } from '../../app.ts'
import { checkNewPassword } from './check-new-password.ts'

/**
 * Checks a password while the player types it, before the form is sent.
 * @throws Refusal `password.*`
 */
export async function judgePassword(
  app: Pick<App, 'settings' | 'breachList'>,
  given: { password: string; username?: string; email?: string },
): Promise<void> {
  const { password, username = '', email = null } = given
  await checkNewPassword(app, password, { username, email })
}
