import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { waitUntil } from '../../support/wait-until.ts'

export const HMCL = 'HMCL/3.6.12 Java/21.0.4'

/** Turns on every protocol that has a setting, on every instance. */
export async function turnOn(site: Site): Promise<void> {
  await changeSetting(site.app, BY_OWNER, { name: 'yggdrasil', text: 'on' })
  await changeSetting(site.app, BY_OWNER, { name: 'azauth', text: 'on' })
  for (const { app } of site.instances) {
    app.settings.invalidate()
    await app.settings.read()
  }
}

/** Waits for the signing key, which is created in the background. */
export async function waitForKey(site: Site): Promise<void> {
  for (const { app } of site.instances) {
    await waitUntil(async () => (await app.keys.yggdrasil.find()) !== undefined)
  }
}

/** Opens a launcher or game that uses Yggdrasil. */
export function openGame(
  site: Site,
  settings: { agent?: string; ip?: string; instance?: number; language?: string } = {},
) {
  const { agent = HMCL, language, ...rest } = settings
  const program = site.browser({ agent, ...rest })
  const headers = language ? { 'accept-language': language } : undefined
  const ask = (path: string) => program.get(`/yggdrasil/${path}`, headers)
  const send = (path: string, body: object) => program.post(`/yggdrasil/${path}`, body, headers)
  const auth = (call: string) => (body: object) => send(`authserver/${call}`, body)
  const session = 'sessionserver/session/minecraft'
  return {
    ask,
    send,
    authenticate: (username: string, password = PASSWORD, more: object = {}) =>
      auth('authenticate')({
        agent: { name: 'Minecraft', version: 1 },
        username,
        password,
        ...more,
      }),
    refresh: auth('refresh'),
    validate: auth('validate'),
    invalidate: auth('invalidate'),
    signOut: (username: string, password = PASSWORD) => auth('signout')({ username, password }),
    join: (signedIn: Reply, serverId: string) => {
      const { accessToken, selectedProfile } = signedIn.body
      return send(`${session}/join`, { accessToken, selectedProfile: selectedProfile.id, serverId })
    },
    hasJoined: (username: string, serverId: string, ip?: string) =>
      ask(`${session}/hasJoined?${new URLSearchParams({ username, serverId, ...(ip && { ip }) })}`),
    profile: (id: string, query = '') => ask(`${session}/profile/${id}${query}`),
  }
}

export type GameProgram = ReturnType<typeof openGame>

/** Turns Yggdrasil on and signs a new player in from a launcher. */
export async function openSteve(site: Site) {
  await turnOn(site)
  const steve = await site.player('Steve')
  const game = openGame(site)
  return {
    ...steve,
    game,
    bareId: steve.id.replaceAll('-', ''),
    signedIn: await game.authenticate('Steve'),
  }
}

/** Returns the requests of a player about launcher passwords. */
export function launcherPasswordsOf({
  browser,
  accessToken,
}: Pick<Awaited<ReturnType<Site['player']>>, 'browser' | 'accessToken'>) {
  const headers = bearer(accessToken)
  const path = '/cabinet/launcher-passwords'
  return {
    list: () => browser.get(path, headers),
    create: (name = 'HMCL') => browser.post(path, { name }, headers),
    revoke: (id: string) => browser.delete(`${path}/${id}`, headers),
  }
}

/** Returns the status and message of a reply. */
export function told({ status, body }: Reply): string {
  return body?.errorMessage === undefined ? String(status) : `${status} ${body.errorMessage}`
}

export const WRONG_CREDENTIALS = '403 Invalid credentials. Invalid username or password.'
export const INVALID_TOKEN = '403 Invalid token.'
