import type { Localized } from '../language.ts'
import { canonicalUuid, type Profile } from '../player/profile.ts'
import type { Portal } from '../portal.ts'
import type { Accepted } from '../providers/sign-in.ts'
import { Refusal, throwAsHostRefusal } from './refusal.ts'
import { openSessions, type Session, type Tokens } from './sessions.ts'

type Credentials = { username: string; password: string; clientToken?: string }

/**
 * The methods that AuroraLauncher calls: `authenticate` and others in its current generation, `auth` and `privileges`
 * in the previous one. Players type their code after the password, because the launcher has no field for it. Methods
 * reject with a sentence for the player, as an error like `ownRefusal`. `profiles` never rejects: the server does not
 * catch its errors, so any client could crash the server.
 */
export function openAuroraProvider(portal: Portal, ownRefusal: Promise<unknown>) {
  const sessions = openSessions()
  const refuse = (sentence: Localized): never => {
    throw new Refusal(sentence, portal.playerLanguage())
  }

  async function signInOrRefuse(login: string, typed: string): Promise<Accepted> {
    try {
      return await signIn(portal, login, typed)
    } catch (error) {
      throw throwAsHostRefusal(error, await ownRefusal)
    }
  }

  return {
    async authenticate({ username, password, clientToken }: Credentials) {
      return replyOf(sessions.open(await signInOrRefuse(username, password), clientToken))
    },

    async auth(login: string, password: string) {
      const player = await signInOrRefuse(login, password)
      const { accessToken } = sessions.open(player, undefined)
      const { username, uuid } = player
      const textures = await texturesOf(portal, uuid)
      return { username, userUUID: uuid, accessToken, token: accessToken, ...textures }
    },

    async refresh(tokens: Tokens) {
      const session = sessions.find(tokens) ?? refuse(SIGN_IN_AGAIN)
      return replyOf(sessions.open(session, session.clientToken))
    },

    validate: async (tokens: Tokens) => sessions.find(tokens) !== undefined,
    invalidate: async (tokens: Tokens) => sessions.close(tokens),
    join: async (accessToken: string, uuid: string, serverId: string) =>
      sessions.join(accessToken, canonicalUuid(uuid), serverId),

    async hasJoined(username: string, serverId: string) {
      const { uuid } = sessions.joined(username, serverId) ?? refuse(SIGN_IN_AGAIN)
      return { userUUID: uuid, ...(await texturesOf(portal, uuid)) }
    },

    async profile(uuid: string) {
      const profile = (await portal.findPlayer({ uuid })) ?? refuse(UNKNOWN_PLAYER)
      return { username: profile.username, ...skinAndCapeOf(profile) }
    },

    /** Takes names; older servers send UUIDs. Returns an empty list while the site is unreachable. */
    async profiles(players: unknown) {
      const names = Array.isArray(players) ? players.filter((name) => typeof name === 'string') : []
      const found = await Promise.all(
        names.map((name) =>
          portal.findPlayer({ uuid: name, username: name }).catch(() => undefined),
        ),
      )
      return found
        .filter((profile) => profile !== undefined)
        .map(({ uuid, username }) => ({ id: uuid, name: username }))
    },

    privileges: async (_accessToken: string) => PRIVILEGES,
  }
}

const SIGN_IN_AGAIN: Localized = { en: 'Please sign in again.', ru: 'Войдите снова.' }
const UNKNOWN_PLAYER: Localized = { en: 'There is no such player.', ru: 'Такого игрока нет.' }
const WRONG_CREDENTIALS: Localized = {
  en: 'Wrong username or password.',
  ru: 'Неверное имя пользователя или пароль.',
}
const CODE_NEEDED: Localized = {
  en: 'This account needs a code. Type it after the password: password:123456',
  ru: 'Аккаунт защищён кодом. Введите его после пароля: пароль:123456',
}
const BLOCKED: Localized = { en: 'This account is blocked.', ru: 'Аккаунт заблокирован.' }

const PRIVILEGES = {
  onlineChat: true,
  multiplayerServer: true,
  multiplayerRealms: false,
  telemetry: false,
}

async function signIn(portal: Portal, login: string, typed: string): Promise<Accepted> {
  const [, password, code] = /^(.+):(\d{6})$/s.exec(typed) ?? []
  if (password !== undefined) {
    const verdict = await portal.signIn().authenticate({ login, password, code })
    if (verdict.outcome === 'accepted') return verdict
  }
  // the end of the password itself may look like a code
  const verdict = await portal.signIn().authenticate({ login, password: typed })
  if (verdict.outcome === 'accepted') return verdict
  const sentence = verdict.outcome === 'two-factor-required' ? CODE_NEEDED : WRONG_CREDENTIALS
  throw new Refusal(sentence, portal.playerLanguage())
}

function replyOf({ accessToken, clientToken, uuid, username }: Session) {
  return { accessToken, clientToken, selectedProfile: { id: uuid, name: username } }
}

/** Returns skin and cape; none while the site is unreachable, so that players can still join. */
async function texturesOf(portal: Portal, uuid: string) {
  const profile = await portal.findPlayer({ uuid }).catch(() => undefined)
  if (portal.lastSeenBanned({ uuid })) throw new Refusal(BLOCKED, portal.playerLanguage())
  return profile ? skinAndCapeOf(profile) : {}
}

function skinAndCapeOf({ textures: { skin, cape } }: Profile) {
  return {
    ...(skin && { skinUrl: skin.url, isAlex: skin.slim }),
    ...(cape && { capeUrl: cape.url }),
  }
}
