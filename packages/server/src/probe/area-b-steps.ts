import { Profile } from '@portal/contract'
import Type from 'typebox'
import { Check } from 'typebox/value'
import {
  address,
  BANNED_REFUSED,
  CODE_ASKED,
  SEE_BUG,
  SEE_PROXY,
  SEE_TEXTURES,
  SIGNED_IN,
  SKIN_SEEN,
  TITLES,
  WRONG_REFUSED,
} from './common-steps.ts'
import { GOOD, hear, is, type Stage, type Step } from './step.ts'

const below = '/auth/launcher'
const Refused = (code: string) => Type.Object({ error: Type.Literal(code) })
const keyOf = ({ player }: Stage) => ({ Authorization: `Api-Key ${player.key}` })

function signIn(stage: Stage, { password = stage.player.password, totp = '' } = {}) {
  const body = { login: stage.player.username, password, ...(totp && { totp }) }
  return hear(stage, { path: `${below}/authenticate`, body, headers: keyOf(stage) }, SEE_BUG)
}

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
  {
    id: 'sign-in',
    title: TITLES.signIn,
    gate: true,
    async play(stage) {
      const heard = await signIn(stage)
      return is(heard, 200, Profile) ? SIGNED_IN : heard.opinion
    },
  },
  {
    id: 'wrong-password',
    title: TITLES.wrongPassword,
    async play(stage) {
      const heard = await signIn(stage, { password: 'wrong' })
      return is(heard, 401, Refused('auth.wrongpassword')) ? WRONG_REFUSED : heard.opinion
    },
  },
  {
    id: 'skin',
    title: TITLES.skin,
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
    id: 'access',
    title: TITLES.access,
    async play(stage) {
      const { username, build } = stage.player
      const asked = { path: `${below}/user?username=${username}`, headers: keyOf(stage) }
      const heard = await hear(stage, asked, SEE_BUG)
      if (!Check(Profile, heard.json)) return heard.opinion
      if (build && !heard.json.permissions.includes(build)) return heard.opinion
      const refused = await stage.player.whileBanned(() => signIn(stage))
      if (!is(refused, 403, Refused('auth.userblocked'))) return refused.opinion
      if (!build) return BANNED_REFUSED
      return GOOD(
        `Право на сборку доходит (${build}), забаненный не войдёт.`,
        `The permission for a build arrives (${build}), and a banned player is refused.`,
      )
    },
  },
  {
    id: 'two-factor',
    title: TITLES.twoFactor,
    async play(stage) {
      const totp = await stage.player.enableTotp()
      const bare = await signIn(stage)
      if (!is(bare, 401, Refused('auth.require2fa'))) return bare.opinion
      const heard = await signIn(stage, { totp })
      return is(heard, 200, Profile) ? CODE_ASKED : heard.opinion
    },
  },
]

/** The game gets the very picture that the player wears. */
export async function seeSkin(stage: Stage) {
  const heard = await hear(stage, { path: `/textures/${stage.player.skinHash}` }, SEE_TEXTURES)
  const isPicture = heard.status === 200 && heard.bytes.subarray(1, 4).toString() === 'PNG'
  return isPicture ? SKIN_SEEN : heard.opinion
}
