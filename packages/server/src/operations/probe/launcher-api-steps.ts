import { Profile } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { address, SEE_BUG, SEE_PROXY, seeSkin, skin, TITLES } from './common-steps.ts'
import { type Door, doorSteps } from './sign-in-steps.ts'
import { GOOD, hear, is, type Stage, type Step } from './step.ts'

const below = '/auth/launcher'
const Refused = (code: string) => Type.Object({ error: Type.Literal(code) })
const keyOf = ({ player }: Stage) => ({ Authorization: `Api-Key ${player.key}` })

const door: Door = {
  signIn(stage, { password = stage.player.password, totp } = {}) {
    const body = { login: stage.player.username, password, ...(totp && { totp }) }
    return hear(stage, { path: `${below}/authenticate`, body, headers: keyOf(stage) }, SEE_BUG)
  },
  isIn: (heard) => is(heard, 200, Profile),
  isWrong: (heard) => is(heard, 401, Refused('auth.wrongpassword')),
  isBanned: (heard) => is(heard, 403, Refused('auth.userblocked')),
  wantsCode: (heard) => is(heard, 401, Refused('auth.require2fa')),
}
const { signIn, wrongPassword, access, twoFactor } = doorSteps(door)

/** What a launcher server with the module asks for (docs/contract.md#launcher-servers-area-b). */
export const areaBSteps: readonly Step[] = [
  address,
  {
    id: 'key',
    title: TITLES.key,
    gate: true,
    async play(stage) {
      const asked = { path: `${below}/ping`, headers: keyOf(stage) }
      const heard = await hear(stage, asked, SEE_PROXY)
      if (!is(heard, 200, Type.Object({ version: Type.String() }))) return heard.opinion
      return GOOD('Ключи доходят до сайта.', 'Keys reach the site.')
    },
  },
  signIn,
  wrongPassword,
  {
    ...skin,
    async play(stage) {
      const { username, skinHash } = stage.player
      const asked = { path: `${below}/user?username=${username}`, headers: keyOf(stage) }
      const heard = await hear(stage, asked, SEE_BUG)
      if (!Check(Profile, heard.json)) return heard.opinion
      const isWorn = heard.json.textures.skin?.url === `${stage.url}/textures/${skinHash}`
      return isWorn ? seeSkin(stage) : heard.opinion
    },
  },
  {
    ...access,
    async play(stage) {
      const { username, build } = stage.player
      const asked = { path: `${below}/user?username=${username}`, headers: keyOf(stage) }
      const heard = await hear(stage, asked, SEE_BUG)
      if (!Check(Profile, heard.json)) return heard.opinion
      if (build && !heard.json.permissions.includes(build)) return heard.opinion
      const banned = await access.play(stage)
      if (banned.state !== 'good' || !build) return banned
      return GOOD(
        `Право на сборку доходит (${build}), забаненный не войдёт.`,
        `The permission for a build arrives (${build}), and a banned player is refused.`,
      )
    },
  },
  twoFactor,
]
