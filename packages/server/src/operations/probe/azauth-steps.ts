import { endpoints } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import type { Opinion } from '../doctor/check.ts'
import { address, SEE_BUG, SEE_PROXY, skin } from './common-steps.ts'
import { type Door, doorSteps } from './sign-in-steps.ts'
import { GOOD, type Heard, hear, is, type Stage, type Step } from './step.ts'

const below = '/api/auth'
const User = endpoints.azauthSignIn.reply
const LoggedOut = endpoints.azauthLogout.reply
const Refused = (status: string, reason: string) =>
  Type.Object({ status: Type.Literal(status), reason: Type.Literal(reason) })
const Invalid = Type.Object({ error: Type.Literal('yggdrasil.invalidtoken') })

const door: Door = {
  signIn(stage, { password = stage.player.password, totp } = {}) {
    const body = { email: stage.player.username, password, ...(totp && { code: totp }) }
    return hear(stage, { path: `${below}/authenticate`, body }, SEE_PROXY)
  },
  isIn: (heard) => is(heard, 200, User),
  isWrong: (heard) => is(heard, 422, Refused('error', 'invalid_credentials')),
  isBanned: (heard) => is(heard, 403, Refused('error', 'user_banned')),
  wantsCode: (heard) => is(heard, 422, Refused('pending', '2fa')),
}
const { signIn, wrongPassword, access, twoFactor } = doorSteps(door)

/** What launchers made for Azuriom ask for (docs/contract.md#azauth). */
export const azauthSteps: readonly Step[] = [
  address,
  {
    id: 'azauth',
    title: { ru: 'AzAuth', en: 'AzAuth' },
    gate: true,
    async play(stage) {
      const heard = await send(stage, 'verify', 'unknown', TURN_ON)
      return is(heard, 401, Invalid) ? GOOD('Включён.', 'It is on.') : heard.opinion
    },
  },
  signIn,
  wrongPassword,
  {
    id: 'verify',
    title: { ru: 'Вход без пароля', en: 'Staying signed in' },
    play: (stage) =>
      withToken(stage, async (token) => {
        const heard = await send(stage, 'verify', token)
        if (!Check(User, heard.json) || heard.json.uuid !== stage.player.id) return heard.opinion
        return GOOD(
          'Лаунчер узнаёт игрока и после перезапуска.',
          'A restarted launcher knows the player.',
        )
      }),
  },
  {
    id: 'logout',
    title: { ru: 'Выход', en: 'Signing out' },
    play: (stage) =>
      withToken(stage, async (token) => {
        const heard = await send(stage, 'logout', token)
        if (!is(heard, 200, LoggedOut)) return heard.opinion
        const after = await send(stage, 'verify', token)
        if (!is(after, 401, Invalid)) return after.opinion
        return GOOD(
          'После выхода лаунчер никого не впустит.',
          'Nobody comes in with what is left in the launcher.',
        )
      }),
  },
  skin,
  access,
  twoFactor,
]

function send(
  stage: Stage,
  call: 'verify' | 'logout',
  token: string,
  advice = SEE_BUG,
): Promise<Heard> {
  return hear(stage, { path: `${below}/${call}`, body: { access_token: token } }, advice)
}

async function withToken(
  stage: Stage,
  play: (token: string) => Promise<Opinion>,
): Promise<Opinion> {
  const heard = await door.signIn(stage)
  return Check(User, heard.json) ? play(heard.json.access_token) : heard.opinion
}

const TURN_ON = {
  ru: 'Включите «Лаунчеры, сделанные для Azuriom» в настройках.',
  en: 'Turn on "Launchers made for Azuriom" in the settings.',
}
