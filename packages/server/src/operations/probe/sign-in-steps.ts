import { TITLES } from './common-steps.ts'
import { GOOD, type ProbeContext, type ProbeResponse, type ProbeStep } from './step.ts'

export type ProbeCredentials = { password?: string; totp?: string }

export type SignInProtocol = {
  signIn(context: ProbeContext, typed?: ProbeCredentials): Promise<ProbeResponse>
  isSignedIn(response: ProbeResponse): boolean
  isWrong(response: ProbeResponse): boolean
  isBanned(response: ProbeResponse): boolean
  /** Whether the password was accepted and a code is required. */
  wantsCode(response: ProbeResponse): boolean
}

type SignInStep = 'signIn' | 'wrongPassword' | 'access' | 'twoFactor'

export function signInSteps(protocol: SignInProtocol): Record<SignInStep, ProbeStep> {
  const { signIn, isSignedIn, isWrong, isBanned, wantsCode } = protocol
  return {
    signIn: {
      id: 'sign-in',
      title: TITLES.signIn,
      stopsOnFailure: true,
      async run(context) {
        const response = await signIn(context)
        return isSignedIn(response) ? SIGNED_IN : response.result
      },
    },
    wrongPassword: {
      id: 'wrong-password',
      title: TITLES.wrongPassword,
      async run(context) {
        const response = await signIn(context, { password: 'wrong' })
        return isWrong(response) ? WRONG_REFUSED : response.result
      },
    },
    access: {
      id: 'access',
      title: TITLES.access,
      async run(context) {
        const refused = await context.player.whileBanned(() => signIn(context))
        return isBanned(refused) ? BANNED_REFUSED : refused.result
      },
    },
    twoFactor: {
      id: 'two-factor',
      title: TITLES.twoFactor,
      async run(context) {
        const totp = await context.player.enableTotp()
        const bare = await signIn(context)
        if (!wantsCode(bare)) return bare.result
        const response = await signIn(context, { totp })
        return isSignedIn(response) ? CODE_ASKED : response.result
      },
    },
  }
}

const SIGNED_IN = GOOD('Верный пароль подходит.', 'The right password is accepted.')
const WRONG_REFUSED = GOOD('С неверным паролем не войти.', 'A wrong password is refused.')
const CODE_ASKED = GOOD(
  'Без кода не войти, с кодом вход открыт.',
  'Without a code sign-in is refused, with it the player comes in.',
)
const BANNED_REFUSED = GOOD('Забаненный не войдёт.', 'A banned player is refused.')
