import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PASSWORD, type PlayerWithTwoFactor, type Seen } from './launcher-site.ts'

/** The calls that are tested with each library. Each returns what the launcher gets. */
type Client = {
  signIn(login: string, password: string, code?: string): Promise<string>
  verify(): Promise<string>
  logOut(): Promise<string>
}

export const AZURIOM_AUTH: Seen = {
  'sign-in': 'Steve, a token',
  verify: 'Steve, a token',
  'log out': 'success',
  'verify after it': '401 undefined',
  'wrong password': '422 invalid_credentials',
  'unknown login': '422 invalid_credentials',
  banned: '403 user_banned',
  'no code': 'requires2fa',
  'wrong code': '422 invalid_2fa',
  'right code': 'Axel, a token',
}

export const EML_LIB: Seen = {
  ...AZURIOM_AUTH,
  'log out': 'done',
  'no code': '422 2fa',
  'right code': 'Emma, a token',
}

export async function talk(
  client: Client,
  playerWithTwoFactor: PlayerWithTwoFactor,
): Promise<Seen> {
  return {
    'sign-in': await client.signIn('Steve', PASSWORD),
    verify: await client.verify(),
    'log out': await client.logOut(),
    'verify after it': await client.verify(),
    'wrong password': await client.signIn('Steve', 'wrong guess'),
    'unknown login': await client.signIn('Nobody', PASSWORD),
    banned: await client.signIn('Herobrine', PASSWORD),
    'no code': await client.signIn(playerWithTwoFactor.username, PASSWORD),
    'wrong code': await client.signIn(playerWithTwoFactor.username, PASSWORD, '000000'),
    'right code': await client.signIn(
      playerWithTwoFactor.username,
      PASSWORD,
      playerWithTwoFactor.totp(),
    ),
  }
}

export async function openAzuriomAuth(clients: string, url: string): Promise<Client> {
  const { AuthClient } = createRequire(join(clients, 'x.js'))('azuriom-auth')
  const client = new AuthClient(url)
  let token = ''
  const read = (user: { requires2fa?: boolean; username: string; accessToken: string }): string => {
    if (user.requires2fa) return 'requires2fa'
    token = user.accessToken
    return `${user.username}, ${user.accessToken ? 'a token' : 'none'}`
  }
  const refused = ({ response }: { response: { status: number; data: { reason?: string } } }) =>
    `${response.status} ${response.data.reason}`
  return {
    signIn: (login, password, code) => client.login(login, password, code).then(read, refused),
    verify: () => client.verify(token).then(read, refused),
    logOut: () => client.logout(token).then(({ status }: { status: string }) => status, refused),
  }
}

export async function openEmlLib(clients: string, url: string): Promise<Client> {
  const path = join(clients, 'node_modules/eml-lib/lib/auth/azuriom.js')
  const { default: AzAuth } = await import(pathToFileURL(path).href)
  const client = new AzAuth(url)
  let account: { name: string; accessToken?: string } = { name: '' }
  const read = (given: { name: string; accessToken?: string }): string => {
    account = given
    return `${given.name}, ${given.accessToken ? 'a token' : 'none'}`
  }
  const refused = ({ message }: Error): string => {
    const [, status, body] = /HTTP (\d+) (\{.*\})/.exec(message) ?? []
    return body === undefined ? message : `${status} ${JSON.parse(body).reason}`
  }
  return {
    signIn: (login, password, code) => client.auth(login, password, code).then(read, refused),
    verify: () => client.verify(account).then(read, refused),
    logOut: () => client.logout(account).then(() => 'done', refused),
  }
}
