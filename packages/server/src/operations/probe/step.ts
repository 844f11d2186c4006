import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { Opinion, Words } from '../doctor/check.ts'
import { ask } from '../doctor/fetch-url.ts'
import { judgeOutside, NOT_REACHED } from '../doctor/judge-response.ts'
import type { MadeUp } from './probe-account.ts'

/** A part of a launcher's way. What comes after a `gate` that is closed is not tried. */
export type Step = {
  id: string
  title: Words
  gate?: true
  play(stage: Stage): Promise<Opinion>
}

/** Who plays, and at which address of the site. */
export type Stage = { url: string; player: MadeUp }

export type Asking = { path: string; body?: object; headers?: Record<string, string> }

/** What came back: the status, and the body if it is JSON. */
export type Heard = { status: number; json: unknown; text: string; bytes: Buffer; opinion: Opinion }

/**
 * Asks the site as a launcher would, through everything that stands before it.
 *
 * @returns also an opinion for the case that the answer is not what was wanted: what stands between, or else
 *   `advice`.
 */
export async function hear(
  { url }: Pick<Stage, 'url'>,
  { path, body, headers = {} }: Asking,
  advice: Words,
): Promise<Heard> {
  const whole = `${url}${path}`
  const sent = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  }
  const answer = await ask(whole, sent ?? { headers })
  const json = readJson(answer.text)
  const isOurs = typeof json === 'object' || answer.status === 204 || answer.status === 200
  const opinion = isOurs
    ? UNWANTED(whole, answer.status, sayOf(json), advice)
    : judgeOutside(whole, answer, false)
  return { status: answer.status, json, text: answer.text, bytes: answer.bytes, opinion }
}

/** Plays the steps in their order. */
export async function playAll(steps: readonly Step[], stage: Stage) {
  const played: (Opinion & Pick<Step, 'id' | 'title'>)[] = []
  let isOpen = true
  for (const { id, title, gate, play } of steps) {
    const opinion = isOpen ? await playOne(play, stage) : NOT_TRIED
    if (gate && opinion.state !== 'good') isOpen = false
    played.push({ id, title, ...opinion })
  }
  return played
}

async function playOne(play: Step['play'], stage: Stage): Promise<Opinion> {
  try {
    return await play(stage)
  } catch (error) {
    return NOT_REACHED(stage.url, failureOf(error))
  }
}

/** Whether an answer has a status and a form. */
export function is<Form extends TSchema>(heard: Heard, status: number, form: Form) {
  return heard.status === status && Check(form, heard.json)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The words in which the site refused something. */
function sayOf(json: unknown): string {
  const said = typeof json === 'object' && json !== null ? { ...json } : {}
  const { error, errorMessage } = { error: '', errorMessage: '', ...said }
  return [error, errorMessage].filter(Boolean).join(': ')
}

export const GOOD = (ru: string, en: string): Opinion => ({ state: 'good', detail: { ru, en } })

const UNWANTED = (url: string, status: number, said: string, advice: Words): Opinion => {
  const answer = said ? `HTTP ${status}, ${said}` : `HTTP ${status}`
  const detail = { ru: `${url} ответил: ${answer}`, en: `${url} answered: ${answer}` }
  return { state: 'bad', detail, advice: status === 429 ? WAIT : advice }
}

const WAIT: Words = {
  ru: 'С адреса этого сайта слишком много попыток: подождите пять минут. Если за один адрес принимают всех игроков, задайте TRUST_PROXY.',
  en: 'There were too many tries from the address of this site: wait five minutes. If all players seem to come from one address, set TRUST_PROXY.',
}

const NOT_TRIED: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Не проверялось: сначала нужно исправить то, что выше.',
    en: 'Not tried: what is above has to be put right first.',
  },
}
