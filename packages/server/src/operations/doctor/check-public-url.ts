import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { Check, CheckResult } from './check.ts'
import { findAnyTexture } from './doctor-store.ts'
import { evaluateResponse, NOT_REACHED } from './evaluate-response.ts'
import { type FetchedResponse, fetchUrl } from './fetch-url.ts'

export const publicUrlCheck: Check = {
  id: 'outside',
  title: { ru: 'Сайт снаружи', en: 'The site from outside' },
  run: ({ config }) => checkPublicUrl(`${config.publicUrl}/health/live`, isLivenessReply),
}

/**
 * Checks that the game can load skins and capes. The game cannot pass a page that tests whether the visitor is human.
 */
export const textureCheck: Check = {
  id: 'textures',
  title: { ru: 'Текстуры для игры', en: 'Textures for the game' },
  async run({ config, db }) {
    const hash = db && (await findAnyTexture(db).catch(() => undefined))
    if (hash === undefined) return NONE
    return checkPublicUrl(`${config.publicUrl}/textures/${hash}`, isTexture)
  },
}

async function checkPublicUrl(
  url: string,
  isRight: (answer: FetchedResponse) => boolean,
): Promise<CheckResult> {
  try {
    const answer = await fetchUrl(url)
    return evaluateResponse(url, answer, isRight(answer))
  } catch (error) {
    return NOT_REACHED(url, failureOf(error))
  }
}

function isLivenessReply({ status, text }: FetchedResponse): boolean {
  return status === 200 && text === '{"status":"ok"}'
}

function isTexture({ status, bytes }: FetchedResponse): boolean {
  return status === 200 && bytes.subarray(1, 4).toString() === 'PNG'
}

const NONE: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Ещё никто не загрузил ни скина, ни плаща.',
    en: 'No player has uploaded a skin or a cape yet.',
  },
}
