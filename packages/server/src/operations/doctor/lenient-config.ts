import { type Config, readConfig } from '../../settings/config.ts'
import { WrongConfig } from '../../settings/config-values.ts'

type Environment = Record<string, string | undefined>

/**
 * Reads the settings as a start does, but leaves out those that are wrong. `wrong` has one line for
 * each of them.
 */
export function readForgivingly(given: Environment): { config: Config; wrong: string[] } {
  const environment = { ...given }
  const wrong: string[] = []
  for (;;) {
    try {
      return { config: readConfig(environment), wrong }
    } catch (error) {
      const reason = error instanceof WrongConfig ? error.message : ''
      const left = leaveOut(environment, /^[A-Z_]+/.exec(reason)?.[0] ?? '')
      if (!left) throw error
      wrong.push(reason)
    }
  }
}

/**
 * Leaves a setting out, and tells if it was there. The captcha settings only make sense together.
 */
function leaveOut(environment: Environment, setting: string): boolean {
  const name = setting.replace(/_FILE$/, '')
  const names = Object.keys(environment).filter((candidate) =>
    name.startsWith('CAPTCHA_')
      ? candidate.startsWith('CAPTCHA_')
      : [name, `${name}_FILE`].includes(candidate),
  )
  for (const found of names) delete environment[found]
  return names.length > 0
}
