import type { App } from '../../app.ts'
import { newToken } from '../../platform/random.ts'
import { passwordFault } from '../password-rules/password-rules.ts'

const LENGTH = 24

/**
 * Makes a random password for somebody else's account. It is shown once, and the player can change
 * it. It follows the password rules: by chance a short username could turn up in it.
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
