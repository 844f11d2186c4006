import type { CheckResult } from '../doctor/check.ts'
import { GOOD, type ProbeContext, type ProbeStep, sendProbe } from './step.ts'

export const address: ProbeStep = {
  id: 'address',
  title: { ru: 'Адрес сайта', en: 'Address of the site' },
  stopsOnFailure: true,
  async run({ url }) {
    const heard = await sendProbe({ url }, { path: '/health/live' }, SEE_ADDRESS)
    if (heard.text !== '{"status":"ok"}') return heard.result
    return GOOD(`${url} открывается.`, `${url} opens.`)
  },
}

const SEE_ADDRESS = {
  ru: 'Проверьте PUBLIC_URL и прокси перед сайтом.',
  en: 'Check PUBLIC_URL and the proxy in front of the site.',
}

export const TITLES = {
  key: { ru: 'Ключ', en: 'Key' },
  signIn: { ru: 'Вход', en: 'Sign-in' },
  wrongPassword: { ru: 'Неверный пароль', en: 'Wrong password' },
  twoFactor: { ru: 'Второй фактор', en: 'Two-factor sign-in' },
  skin: { ru: 'Скин', en: 'Skin' },
  access: { ru: 'Доступ', en: 'Access' },
  join: { ru: 'Вход на игровой сервер', en: 'Joining a game server' },
} as const

export const SEE_PROXY = {
  ru: 'Проверьте, что прокси передаёт запрос целиком: с телом, заголовком Authorization и без изменений в адресе.',
  en: 'Make sure that the proxy passes the whole request on: its body, its Authorization header and its address as they are.',
}

export const SEE_BUG = {
  ru: 'Так сайт ответить не должен. Обновите сайт; если не поможет, приложите вывод этой проверки к сообщению об ошибке.',
  en: 'The site should not respond like this. Update it; if that does not help, attach the output of this check to a bug report.',
}

export const SEE_TEXTURES = {
  ru: 'Прокси должен отдавать этому сайту и /textures: без проверок «вы человек?» и без своих картинок.',
  en: 'The proxy must pass /textures to this site, too, without a "prove you are human" page and without changing pictures.',
}

export async function textureStep(stage: ProbeContext): Promise<CheckResult> {
  const heard = await sendProbe(stage, { path: `/textures/${stage.player.skinHash}` }, SEE_TEXTURES)
  const isPicture = heard.status === 200 && heard.bytes.subarray(1, 4).toString() === 'PNG'
  return isPicture ? TEXTURE_SERVED : heard.result
}

const TEXTURE_SERVED = GOOD(
  'Игра получит скин с этого сайта.',
  'The game gets the skin from this site.',
)

export const skin: ProbeStep = { id: 'skin', title: TITLES.skin, run: textureStep }
