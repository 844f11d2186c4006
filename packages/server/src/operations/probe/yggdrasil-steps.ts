import { createPublicKey, verify } from 'node:crypto'
import { endpoints, GameProfile, GameSession } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import type { Opinion } from '../doctor/check.ts'
import { address, SEE_BUG, SEE_PROXY, skin, TITLES } from './common-steps.ts'
import { type Door, doorSteps } from './sign-in-steps.ts'
import { GOOD, type Heard, hear, is, type Stage, type Step } from './step.ts'

const below = '/yggdrasil'
const session = `${below}/sessionserver/session/minecraft`
const Refused = Type.Object({
  error: Type.Literal('ForbiddenOperationException'),
  errorMessage: Type.String(),
})

const isRefused = (heard: Heard) => is(heard, 403, Refused)
const door: Door = {
  signIn(stage, { password = stage.player.password, totp } = {}) {
    const typed = totp ? `${password}:${totp}` : password
    const body = { username: stage.player.username, password: typed }
    return hear(stage, { path: `${below}/authserver/authenticate`, body }, SEE_PROXY)
  },
  isIn: (heard) => is(heard, 200, GameSession),
  isWrong: isRefused,
  isBanned: isRefused,
  wantsCode: isRefused,
}
const { signIn, wrongPassword, access, twoFactor } = doorSteps(door)

/** What a launcher, a game and a game server with authlib-injector ask for (docs/contract.md#yggdrasil). */
export const yggdrasilSteps: readonly Step[] = [
  address,
  {
    id: 'yggdrasil',
    title: { ru: 'Yggdrasil', en: 'Yggdrasil' },
    gate: true,
    async play(stage) {
      const heard = await hear(stage, { path: `${below}/` }, TURN_ON)
      if (!is(heard, 200, endpoints.showYggdrasil.reply)) return heard.opinion
      return keyOf(heard.json)
        ? GOOD('Включён, ключ есть.', 'It is on, and its key is there.')
        : NO_KEY
    },
  },
  signIn,
  wrongPassword,
  skin,
  { id: 'join', title: TITLES.join, play: join },
  access,
  twoFactor,
]

/** Joins as a game does, asks as a game server does, and checks the signature as both do. */
async function join(stage: Stage): Promise<Opinion> {
  const root = await hear(stage, { path: `${below}/` }, TURN_ON)
  const key = keyOf(root.json)
  const signedIn = await door.signIn(stage)
  if (!Check(GameSession, signedIn.json) || !key) return signedIn.opinion
  const { accessToken, selectedProfile } = signedIn.json
  const serverId = `probe-${stage.player.id}`
  const body = { accessToken, selectedProfile: selectedProfile.id, serverId }
  const joined = await hear(stage, { path: `${session}/join`, body }, SEE_BUG)
  if (joined.status !== 204) return joined.opinion
  const query = new URLSearchParams({ username: stage.player.username, serverId })
  const heard = await hear(stage, { path: `${session}/hasJoined?${query}` }, SEE_BUG)
  if (heard.status !== 200 || !Check(GameProfile, heard.json)) return heard.opinion
  return isSigned(heard.json, key)
    ? GOOD('Игровой сервер узнаёт игрока.', 'The game server recognises the player.')
    : heard.opinion
}

function isSigned({ properties = [] }: GameProfile, key: string): boolean {
  const textures = properties.find(({ name }) => name === 'textures')
  if (!textures?.signature) return false
  const signature = Buffer.from(textures.signature, 'base64')
  return verify('sha1', Buffer.from(textures.value), createPublicKey(key), signature)
}

function keyOf(json: unknown): string | undefined {
  return Check(endpoints.showYggdrasil.reply, json) ? json.signaturePublickey : undefined
}

const TURN_ON = {
  ru: 'Включите «Вход из любого лаунчера (Yggdrasil)» в настройках.',
  en: 'Turn on "Sign-in from any launcher (Yggdrasil)" in the settings.',
}

const NO_KEY: Opinion = {
  state: 'warning',
  detail: { ru: 'Ключ ещё создаётся.', en: 'Its key is still being made.' },
  advice: { ru: 'Подождите минуту и проверьте снова.', en: 'Wait a minute and try again.' },
}
