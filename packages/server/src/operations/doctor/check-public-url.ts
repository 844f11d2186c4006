import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { Check, Opinion } from './check.ts'
import { findAnyTexture } from './doctor-store.ts'
import { type Answered, ask } from './fetch-url.ts'
import { judgeOutside, NOT_REACHED } from './judge-response.ts'

/** Checks that PUBLIC_URL leads to this site, also for programs that are not browsers. */
export const outsideCheck: Check = {
  id: 'outside',
  title: { ru: 'Сайт снаружи', en: 'The site from outside' },
  look: ({ config }) => askOutside(`${config.publicUrl}/health/live`, isAlive),
}

/**
 * Checks that the game gets textures; it cannot pass a page that asks visitors to prove they are
 * human.
 */
export const textureCheck: Check = {
  id: 'textures',
  title: { ru: 'Текстуры для игры', en: 'Textures for the game' },
  async look({ config, db }) {
    const hash = db && (await findAnyTexture(db).catch(() => undefined))
    if (hash === undefined) return NONE
    return askOutside(`${config.publicUrl}/textures/${hash}`, isPicture)
  },
}

async function askOutside(url: string, isRight: (answer: Answered) => boolean): Promise<Opinion> {
  try {
    const answer = await ask(url)
    return judgeOutside(url, answer, isRight(answer))
  } catch (error) {
    return NOT_REACHED(url, failureOf(error))
  }
}

function isAlive({ status, text }: Answered): boolean {
  return status === 200 && text === '{"status":"ok"}'
}

function isPicture({ status, bytes }: Answered): boolean {
  return status === 200 && bytes.subarray(1, 4).toString() === 'PNG'
}

const NONE: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Ещё никто не загрузил ни скина, ни плаща.',
    en: 'Nobody has uploaded a skin or a cape yet.',
  },
}
