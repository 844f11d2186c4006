import { createVerify } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PASSWORD, request, type Seen } from './launcher-site.ts'

const HOST = '127.0.0.1'
const JOIN_TIMEOUT = 30_000

/** The tested versions of the game: one whose protocol has no configuration state, and two whose protocol has one. */
export const VERSIONS = ['1.12.2', '1.20.4', '1.21.4'] as const

export const GAME: Seen = {
  'sign-in': 'Steve, encrypted, signed skin',
  'the token again': 'Steve, encrypted, signed skin',
  'wrong password': 'Invalid credentials. Invalid username or password.',
  banned: 'The account is banned.',
  'no code': 'Two-factor authentication is on.',
  'launcher password': 'Alex, encrypted, signed',
  'revoked token': 'Invalid token.',
  'without joining': 'Failed to verify username!',
}

type Profile = { name: string; properties: { name: string; value: string; signature: string }[] }
type Session = { accessToken: string; selectedProfile: { id: string; name: string } }
type Emitter = { on(event: string, listener: (given: never) => void): void }
type ServerClient = Emitter & { profile?: Profile; decipher: object | null }
type GameServer = Emitter & { close(): void; socketServer: { address(): { port: number } } }
type GameClient = Emitter & { session?: Session; end(reason: string): void }
type Protocol = {
  createServer(options: object): GameServer
  createClient(options: object): GameClient
}

/** A player with 2FA, and their launcher password. */
export type PlayerWithTwoFactor = { username: string; launcherPassword: string }

/** Runs a game server in online mode and the game, both of one version, against a site. */
export async function playGame(
  clients: string,
  url: string,
  version: string,
  playerWithTwoFactor: PlayerWithTwoFactor,
): Promise<Seen> {
  const requireFromFolder = createRequire(join(clients, 'x.js'))
  const protocol: Protocol = requireFromFolder('minecraft-protocol')
  const sessionServer = `${url}/yggdrasil/sessionserver`
  pointServerAt(requireFromFolder, sessionServer)
  const { signaturePublickey } = await request(`${url}/yggdrasil/`)
  const server = protocol.createServer({ host: HOST, port: 0, version, hideErrors: true })
  await new Promise<void>((resolve) => server.on('listening', () => resolve()))
  const { port } = server.socketServer.address()
  let session: Session | undefined

  let tell = (_what: string): void => {}
  server.on('playerJoin', (joined: ServerClient) => tell(describe(joined, signaturePublickey)))
  server.on('connection', (joining: ServerClient) => joining.on('end', tell))

  const play = (given: object): Promise<string> =>
    new Promise((resolve) => {
      const client = protocol.createClient({
        host: HOST,
        port,
        version,
        auth: requireFromFolder('minecraft-protocol/src/client/mojangAuth'),
        authServer: `${url}/yggdrasil/authserver`,
        sessionServer,
        profilesFolder: false,
        hideErrors: true,
        ...given,
      })
      const tooLate = setTimeout(() => tell('nothing happened'), JOIN_TIMEOUT)
      tell = (what) => {
        clearTimeout(tooLate)
        client.end('done')
        resolve(what)
      }
      client.on('session', (opened: Session) => {
        session = opened
      })
      client.on('error', ({ message }: Error) => tell(message))
    })
  try {
    const signIn = (username: string, password: string) => play({ username, password })
    const seen: Seen = { 'sign-in': await signIn('Steve', PASSWORD) }
    const used = session
    seen['the token again'] = await play({ username: 'Steve', session: used })
    seen['wrong password'] = await signIn('Steve', 'wrong guess')
    seen.banned = await signIn('Herobrine', PASSWORD)
    const without = await signIn(playerWithTwoFactor.username, PASSWORD)
    seen['no code'] = without.slice(0, without.indexOf('.') + 1)
    seen['launcher password'] = await signIn(
      playerWithTwoFactor.username,
      playerWithTwoFactor.launcherPassword,
    )
    await fetch(`${url}/yggdrasil/authserver/invalidate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken: used?.accessToken }),
    })
    const stale = { username: 'Steve', session: used, skipValidation: true }
    seen['revoked token'] = await play(stale)
    seen['without joining'] = await play({ username: 'Steve', auth: 'offline' })
    return seen
  } finally {
    server.close()
  }
}

/**
 * Describes the joined player as the game server sees them: the encryption of the connection, and the
 * textures.
 */
function describe({ profile, decipher }: ServerClient, publicKey: string): string {
  const textures = profile?.properties.find(({ name }) => name === 'textures')
  const isSigned = profile?.properties.every(({ value, signature }) =>
    createVerify('sha1').update(value).verify(publicKey, signature, 'base64'),
  )
  const worn = JSON.parse(Buffer.from(textures?.value ?? 'e30=', 'base64').toString())
  const skin = worn.textures?.SKIN?.url ? ' skin' : ''
  return `${profile?.name}, ${decipher ? 'encrypted' : 'plain'}, ${isSigned ? 'signed' : 'unsigned'}${skin}`
}

/** Changes the default address of the session server, because minecraft-protocol has no option for it. */
function pointServerAt(requireFromFolder: NodeJS.Require, host: string): void {
  const fromProtocol = createRequire(requireFromFolder.resolve('minecraft-protocol'))
  const yggdrasil = fromProtocol('yggdrasil')
  const open = yggdrasil.server
  yggdrasil.server = (given: object) => open({ ...given, host })
}
