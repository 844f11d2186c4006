import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { openGame, turnOn } from '../integrations/yggdrasil/game-player.ts'
import { BY_OWNER } from '../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { post } from './relying-party.ts'

/** The settings that turn Yggdrasil Connect on. */
export const CONNECT = { yggdrasil: 'on', yggdrasilConnect: 'on' } as const

export const SCOPE = 'openid offline_access Yggdrasil.PlayerProfiles.Select Yggdrasil.Server.Join'

/** The client id that launchers read from discovery. */
export const CLIENT = 'launchers'

/** Turns Yggdrasil Connect on at every instance, which also creates the key that signs profiles. */
export async function turnConnectOn(site: Site): Promise<void> {
  await turnOn(site)
  await changeSetting(site.app, BY_OWNER, { name: 'yggdrasilConnect', text: 'on' })
  for (const { app } of site.instances) app.settings.invalidate()
}

export async function turnConnectOff(
  site: Site,
  name: 'yggdrasil' | 'yggdrasilConnect',
): Promise<void> {
  await changeSetting(site.app, BY_OWNER, { name, text: 'off' })
  for (const { app } of site.instances) app.settings.invalidate()
}

type Caller = Pick<Site, 'browser'>
type Player = Pick<Awaited<ReturnType<Site['player']>>, 'browser' | 'accessToken'>

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Requests codes, as SJMCL does. */
export function startLauncher(site: Caller, scope = SCOPE): Promise<Reply> {
  return post(site, '/oidc/device/auth', { client_id: CLIENT, scope }, AGENT)
}

/** Requests the tokens of a device code, as SJMCL does. */
export function pollLauncher(site: Caller, deviceCode: string): Promise<Reply> {
  const form = { client_id: CLIENT, device_code: deviceCode, grant_type: DEVICE_GRANT }
  return post(site, '/oidc/token', form, AGENT)
}

/** Refreshes the tokens as SJMCL does. */
export function refreshLauncher(
  site: Caller,
  refreshToken: string,
  scope?: string,
): Promise<Reply> {
  const form = { client_id: CLIENT, refresh_token: refreshToken, grant_type: 'refresh_token' }
  return post(site, '/oidc/token', scope === undefined ? form : { ...form, scope }, AGENT)
}

const AGENT = { 'user-agent': 'SJMCL/0.6.3' }

/** Enters the code of a launcher on the site. */
export function allowLauncher(player: Player, userCode: string): Promise<Reply> {
  return player.browser.post('/device/accept', { userCode }, bearer(player.accessToken))
}

/** Signs a player in to a launcher by a device code. @returns its tokens */
export async function openLauncher(
  site: Caller,
  player: Player,
  scope = SCOPE,
): Promise<Reply['body']> {
  const { body } = await startLauncher(site, scope)
  const allowed = await allowLauncher(player, body.user_code)
  if (allowed.status !== 200) throw new Error(`${allowed.status} ${allowed.text}`)
  const tokens = await pollLauncher(site, body.device_code)
  if (tokens.status !== 200) throw new Error(`${tokens.status} ${tokens.text}`)
  return tokens.body
}

/** Returns the requests of a game that a launcher starts with an access token. */
export function startGame(site: Site, accessToken: string, playerId: string, instance = 0) {
  const game = openGame(site, { instance })
  const selectedProfile = playerId.replaceAll('-', '')
  return {
    ...game,
    validate: () => game.validate({ accessToken }),
    join: (serverId: string) =>
      game.send('sessionserver/session/minecraft/join', { accessToken, selectedProfile, serverId }),
  }
}

/** Lists the open sessions of a player. */
export async function sessionsOf({ browser, accessToken }: Player) {
  const { body } = await browser.post('/auth/sessions/me', undefined, bearer(accessToken))
  return body.all as { id: string; device: string; signedInWith: string }[] // the reply of this endpoint
}
