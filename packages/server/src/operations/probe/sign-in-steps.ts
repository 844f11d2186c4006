import { TITLES } from './common-steps.ts'
import { GOOD, type Heard, type Stage, type Step } from './step.ts'

/** What a launcher sends instead of the player's own password, and the code if it knows one. */
export type Typed = { password?: string; totp?: string }

/** How a launcher signs in, and by which answers it knows what came of it. */
export type Door = {
  signIn(stage: Stage, typed?: Typed): Promise<Heard>
  isIn(heard: Heard): boolean
  isWrong(heard: Heard): boolean
  isBanned(heard: Heard): boolean
  /** Whether the right password was refused for want of a code. */
  wantsCode(heard: Heard): boolean
}

type DoorStep = 'signIn' | 'wrongPassword' | 'access' | 'twoFactor'

/** The steps that every launcher has that signs players in. */
export function doorSteps(door: Door): Record<DoorStep, Step> {
  const { signIn, isIn, isWrong, isBanned, wantsCode } = door
  return {
    signIn: {
      id: 'sign-in',
      title: TITLES.signIn,
      gate: true,
      async play(stage) {
        const heard = await signIn(stage)
        return isIn(heard) ? SIGNED_IN : heard.opinion
      },
    },
    wrongPassword: {
      id: 'wrong-password',
      title: TITLES.wrongPassword,
      async play(stage) {
        const heard = await signIn(stage, { password: 'wrong' })
        return isWrong(heard) ? WRONG_REFUSED : heard.opinion
      },
    },
    access: {
      id: 'access',
      title: TITLES.access,
      async play(stage) {
        const refused = await stage.player.whileBanned(() => signIn(stage))
        return isBanned(refused) ? BANNED_REFUSED : refused.opinion
      },
    },
    twoFactor: {
      id: 'two-factor',
      title: TITLES.twoFactor,
      async play(stage) {
        const totp = await stage.player.enableTotp()
        const bare = await signIn(stage)
        if (!wantsCode(bare)) return bare.opinion
        const heard = await signIn(stage, { totp })
        return isIn(heard) ? CODE_ASKED : heard.opinion
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
