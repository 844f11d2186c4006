import { endpoints } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import type { CheckResult } from '../doctor/check.ts'
import { address, SEE_BUG, SEE_PROXY, skin } from './common-steps.ts'
import { type SignInProtocol, signInSteps } from './sign-in-steps.ts'
import {
  GOOD,
  is,
  type ProbeContext,
  type ProbeResponse,
  type ProbeStep,
  sendProbe,
} from './step.ts'

const below = '/api/auth'
const User = endpoints.azauthSignIn.reply
const LoggedOut = endpoints.azauthLogout.reply
const Refused = (status: string, reason: string) =>
  Type.Object({ status: Type.Literal(status), reason: Type.Literal(reason) })
const Invalid = Type.Object({ error: Type.Literal('yggdrasil.invalidtoken') })

const protocol: SignInProtocol = {
  signIn(context, { password = context.player.password, totp } = {}) {
    const body = { email: context.player.username, password, ...(totp && { code: totp }) }
    return sendProbe(context, { path: `${below}/authenticate`, body }, SEE_PROXY)
  },
  isSignedIn: (response) => is(response, 200, User),
  isWrong: (response) => is(response, 422, Refused('error', 'invalid_credentials')),
  isBanned: (response) => is(response, 403, Refused('error', 'user_banned')),
  wantsCode: (response) => is(response, 422, Refused('pending', '2fa')),
}
const { signIn, wrongPassword, access, twoFactor } = signInSteps(protocol)

export const azauthSteps: readonly ProbeStep[] = [
  address,
  {
    id: 'azauth',
    title: { ru: 'AzAuth', en: 'AzAuth' },
    stopsOnFailure: true,
    async run(context) {
      const response = await send(context, 'verify', 'unknown', TURN_ON)
      return is(response, 401, Invalid) ? GOOD('Включён.', 'It is on.') : response.result
    },
  },
  signIn,
  wrongPassword,
  {
    id: 'verify',
    title: { ru: 'Вход без пароля', en: 'Staying signed in' },
    run: (context) =>
      withToken(context, async (token) => {
        const response = await send(context, 'verify', token)
        if (!Check(User, response.json) || response.json.uuid !== context.player.id)
          return response.result
        return GOOD(
          'Лаунчер узнаёт игрока и после перезапуска.',
          'A restarted launcher knows the player.',
        )
      }),
  },
  {
    id: 'logout',
    title: { ru: 'Выход', en: 'Signing out' },
    run: (context) =>
      withToken(context, async (token) => {
        const response = await send(context, 'logout', token)
        if (!is(response, 200, LoggedOut)) return response.result
        const after = await send(context, 'verify', token)
        if (!is(after, 401, Invalid)) return after.result
        return GOOD(
          'После выхода с данными, оставшимися в лаунчере, не войти.',
          'Nobody comes in with what is left in the launcher.',
        )
      }),
  },
  skin,
  access,
  twoFactor,
]

function send(
  context: ProbeContext,
  call: 'verify' | 'logout',
  token: string,
  advice = SEE_BUG,
): Promise<ProbeResponse> {
  return sendProbe(context, { path: `${below}/${call}`, body: { access_token: token } }, advice)
}

async function withToken(
  context: ProbeContext,
  play: (token: string) => Promise<CheckResult>,
): Promise<CheckResult> {
  const response = await protocol.signIn(context)
  return Check(User, response.json) ? play(response.json.access_token) : response.result
}

const TURN_ON = {
  ru: 'Включите «Лаунчеры, сделанные для Azuriom» в настройках.',
  en: 'Turn on "Launchers made for Azuriom" in the settings.',
}
