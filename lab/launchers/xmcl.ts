import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { skinFile } from '../../packages/server/test/profiles/textures/texture-requests.ts'
import { PASSWORD, type Seen } from './launcher-site.ts'

export const XMCL: Seen = {
  'sign-in': 'Steve, en',
  validate: 'true',
  'put on a skin': 'done',
  lookup: 'Steve, slim, may change skin,cape',
  refresh: 'Steve, another token',
  'the old token': 'false',
  'a skin with it': 'refused with 401',
  invalidate: 'true',
  'validate after it': 'false',
  'wrong password': '403 Invalid credentials. Invalid username or password.',
  banned: '403 The account is banned.',
  'launcher password': 'Alex, en',
}

type Profile = { id: string; name: string; properties: Record<string, string> }
type Session = {
  accessToken: string
  clientToken: string
  selectedProfile: Profile
  user?: { properties: { value: string }[] }
}
type Typed = { username: string; password: string; clientToken: string; requestUser: boolean }
type Client = {
  login(typed: Typed): Promise<Session>
  refresh(tokens: { accessToken: string; clientToken: string }): Promise<Session>
  validate(accessToken: string, clientToken: string): Promise<boolean>
  invalidate(accessToken: string, clientToken: string): Promise<boolean>
  lookup(uuid: string, unsigned: boolean): Promise<Profile>
  setTexture(given: object): Promise<void>
}

type PlayerWithTwoFactor = { username: string; launcherPassword: string }

/** Does what XMCL does with its library: signs in, sets a skin, refreshes, and signs out. */
export async function playLauncher(
  clients: string,
  url: string,
  playerWithTwoFactor: PlayerWithTwoFactor,
): Promise<Seen> {
  const path = join(clients, 'node_modules/@xmcl/user/dist/index.mjs')
  const { YggdrasilThirdPartyClient } = await import(pathToFileURL(path).href)
  const headers = { 'accept-language': 'en' }
  const client: Client = new YggdrasilThirdPartyClient(`${url}/yggdrasil`, { headers })
  const clientToken = 'a launcher'
  const login = (username: string, password: string) =>
    client.login({ username, password, clientToken, requestUser: true })
  const signIn = (username: string, password: string) =>
    login(username, password).then(named, refused)

  const opened = await login('Steve', PASSWORD)
  const { accessToken, selectedProfile } = opened
  const putOn = () =>
    client
      .setTexture({
        uuid: selectedProfile.id,
        accessToken,
        type: 'skin',
        texture: { data: skinFile(3), metadata: { model: 'slim' } },
      })
      .then(
        () => 'done',
        ({ statusCode }: { statusCode: number }) => `refused with ${statusCode}`,
      )
  const seen: Seen = {
    'sign-in': named(opened),
    validate: String(await client.validate(accessToken, clientToken)),
    'put on a skin': await putOn(),
    lookup: worn(await client.lookup(selectedProfile.id, false)),
  }
  const renewed = await client.refresh({ accessToken, clientToken })
  const isAnother = renewed.accessToken !== accessToken && renewed.clientToken === clientToken
  const token = isAnother ? 'another token' : 'the same token'
  const check = async () => String(await client.validate(renewed.accessToken, clientToken))
  return {
    ...seen,
    refresh: `${renewed.selectedProfile.name}, ${token}`,
    'the old token': String(await client.validate(accessToken, clientToken)),
    'a skin with it': await putOn(),
    invalidate: String(await client.invalidate(renewed.accessToken, clientToken)),
    'validate after it': await check(),
    'wrong password': await signIn('Steve', 'wrong guess'),
    banned: await signIn('Herobrine', PASSWORD),
    'launcher password': await signIn(
      playerWithTwoFactor.username,
      playerWithTwoFactor.launcherPassword,
    ),
  }
}

function named({ selectedProfile, user }: Session): string {
  return `${selectedProfile.name}, ${user?.properties[0]?.value}`
}

function worn({ name, properties }: Profile): string {
  const { textures } = JSON.parse(Buffer.from(properties.textures ?? 'e30=', 'base64').toString())
  return `${name}, ${textures?.SKIN?.metadata?.model}, may change ${properties.uploadableTextures}`
}

function refused(error: { statusCode?: number; errorMessage?: string; message: string }): string {
  const { statusCode, errorMessage, message } = error
  return statusCode ? `${statusCode} ${errorMessage ?? message}` : message
}
