import type { App } from '../../app.ts'
import { newToken } from '../../platform/random.ts'
import { passwordFault } from '../password-rules/password-rules.ts'

const LENGTH = 24

/**
 * Makes a random password that follows the rules for passwords. The rules are checked, because the password could
 * contain a short username by chance.
 */
export async function makePassword(
  app: Pick<App, 'random' | 'settings'>,
  owner: { username: string; email: string | null },
): Promise<string> {
  const { siteName } = await app.settings.read()
  for (;;) {
    const password = newToken(app.random).slice(0, LENGTH)
    if (passwordFault(password, { ...owner, siteName }) === undefined) return password
  }
}
