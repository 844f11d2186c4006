/**
 * The types of the library `oidc-provider`. Only this file imports the library, and loads it only when the site needs
 * it (docs/dependencies.md).
 */
export type {
  AccessToken,
  Account,
  Client,
  Context,
  DeviceCode,
  Grant,
  Interaction,
  RefreshToken,
  Session,
} from 'oidc-provider'
export type Library = typeof import('oidc-provider')
export type Provider = InstanceType<Library['default']>

/** Loads the library. The messages for developers that it writes to the console are passed to `log`. */
export async function loadLibrary(log: (message: string) => void): Promise<Library> {
  redirectConsole(log)
  return import('oidc-provider')
}

const PREFIX = 'oidc-provider '
let receiver: ((message: string) => void) | undefined

/** Passes the library's console messages to `log`. The library has no setting for that, and writes them at any time. */
function redirectConsole(log: (message: string) => void): void {
  const isRedirected = receiver !== undefined
  receiver = log
  if (isRedirected) return
  for (const name of ['info', 'warn'] as const) {
    const original = console[name]
    console[name] = (...given: unknown[]) => {
      const [first] = given
      if (typeof first === 'string' && first.includes(PREFIX)) receiver?.(first)
      else original.apply(console, given)
    }
  }
}
