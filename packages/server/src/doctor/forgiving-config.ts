import { type Config, readConfig, WrongConfig } from '../config.ts'

type Environment = Record<string, string | undefined>

/**
 * Reads the settings as a start does, but goes on without those that cannot be used.
 *
 * @returns the settings, and one line for each that was left out.
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

/** Parts of a captcha are nothing without each other. @returns whether anything was there to go. */
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
