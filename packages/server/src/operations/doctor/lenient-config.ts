import { type Config, readConfig } from '../../settings/config.ts'
import { WrongConfig } from '../../settings/config-values.ts'

type Environment = Record<string, string | undefined>

/** Reads the configuration, using defaults for invalid settings. `wrong` has a line for each invalid setting. */
export function readConfigLeniently(given: Environment): { config: Config; wrong: string[] } {
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
 * Removes a setting from the environment; captcha settings are removed together.
 * @returns whether the setting was set
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
