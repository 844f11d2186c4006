import { createPublicKey, verify } from 'node:crypto'
import { endpoints, GameProfile, GameSession } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import type { CheckResult } from '../doctor/check.ts'
import { address, SEE_BUG, SEE_PROXY, skin, TITLES } from './common-steps.ts'
import { type SignInProtocol, signInSteps } from './sign-in-steps.ts'
import {
  GOOD,
  is,
  type ProbeContext,
  type ProbeResponse,
  type ProbeStep,
  sendProbe,
} from './step.ts'

const below = '/yggdrasil'
const session = `${below}/sessionserver/session/minecraft`
const Refused = Type.Object({
  error: Type.Literal('ForbiddenOperationException'),
  errorMessage: Type.String(),
})

const isRefused = (response: ProbeResponse) => is(response, 403, Refused)
const protocol: SignInProtocol = {
  signIn(context, { password = context.player.password, totp } = {}) {
    const typed = totp ? `${password}:${totp}` : password
    const body = { username: context.player.username, password: typed }
    return sendProbe(context, { path: `${below}/authserver/authenticate`, body }, SEE_PROXY)
  },
  isSignedIn: (response) => is(response, 200, GameSession),
  isWrong: isRefused,
  isBanned: isRefused,
  wantsCode: isRefused,
}
const { signIn, wrongPassword, access, twoFactor } = signInSteps(protocol)

export const yggdrasilSteps: readonly ProbeStep[] = [
  address,
  {
    id: 'yggdrasil',
    title: { ru: 'Yggdrasil', en: 'Yggdrasil' },
    stopsOnFailure: true,
    async run(context) {
      const response = await sendProbe(context, { path: `${below}/` }, TURN_ON)
      if (!is(response, 200, endpoints.showYggdrasil.reply)) return response.result
      return keyOf(response.json)
        ? GOOD('Включён, ключ есть.', 'It is on, and its key is there.')
        : NO_KEY
    },
  },
  signIn,
  wrongPassword,
  skin,
  { id: 'join', title: TITLES.join, run: join },
  access,
  twoFactor,
]

/**
 * Joins a game server like a game, verifies the join like a game server, and checks the signature of the profile like
 * both.
 */
async function join(context: ProbeContext): Promise<CheckResult> {
  const root = await sendProbe(context, { path: `${below}/` }, TURN_ON)
  const key = keyOf(root.json)
  const signedIn = await protocol.signIn(context)
  if (!Check(GameSession, signedIn.json) || !key) return signedIn.result
  const { accessToken, selectedProfile } = signedIn.json
  const serverId = `probe-${context.player.id}`
  const body = { accessToken, selectedProfile: selectedProfile.id, serverId }
  const joined = await sendProbe(context, { path: `${session}/join`, body }, SEE_BUG)
  if (joined.status !== 204) return joined.result
  const query = new URLSearchParams({ username: context.player.username, serverId })
  const response = await sendProbe(context, { path: `${session}/hasJoined?${query}` }, SEE_BUG)
  if (response.status !== 200 || !Check(GameProfile, response.json)) return response.result
  return isSigned(response.json, key)
    ? GOOD('Игровой сервер узнаёт игрока.', 'The game server recognises the player.')
    : response.result
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

const NO_KEY: CheckResult = {
  state: 'warning',
  detail: { ru: 'Ключ ещё создаётся.', en: 'The key is still being created.' },
  advice: { ru: 'Подождите минуту и проверьте снова.', en: 'Wait a minute and try again.' },
}
