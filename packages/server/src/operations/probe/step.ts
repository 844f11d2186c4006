import type { Words } from '@portal/contract'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { CheckResult } from '../doctor/check.ts'
import { evaluateResponse, NOT_REACHED } from '../doctor/evaluate-response.ts'
import { fetchUrl } from '../doctor/fetch-url.ts'
import type { ProbeAccount } from './probe-account.ts'

/** A step of a probe. If a step with `stopsOnFailure` fails, the later steps are skipped. */
export type ProbeStep = {
  id: string
  title: Words
  stopsOnFailure?: true
  run(context: ProbeContext): Promise<CheckResult>
}

export type ProbeContext = { url: string; player: ProbeAccount }

export type ProbeRequest = { path: string; body?: object; headers?: Record<string, string> }

export type ProbeResponse = {
  status: number
  json: unknown
  text: string
  bytes: Buffer
  result: CheckResult
}

/**
 * Sends a request to the site through everything in front of it.
 * @returns the response and `result`, the result of the step for the case that the response is not as expected. If
 * another program has answered, `result` describes the problem between this process and the site; otherwise it contains
 * `advice`.
 */
export async function sendProbe(
  { url }: Pick<ProbeContext, 'url'>,
  { path, body, headers = {} }: ProbeRequest,
  advice: Words,
): Promise<ProbeResponse> {
  const whole = `${url}${path}`
  const sent = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  }
  const answer = await fetchUrl(whole, sent ?? { headers })
  const json = readJson(answer.text)
  const isOurs = typeof json === 'object' || answer.status === 204 || answer.status === 200
  const result = isOurs
    ? UNWANTED(whole, answer.status, refusalTextOf(json), advice)
    : evaluateResponse(whole, answer, false)
  return { status: answer.status, json, text: answer.text, bytes: answer.bytes, result }
}

export async function runSteps(steps: readonly ProbeStep[], context: ProbeContext) {
  const ran: (CheckResult & Pick<ProbeStep, 'id' | 'title'>)[] = []
  let isOpen = true
  for (const { id, title, stopsOnFailure, run: play } of steps) {
    const result = isOpen ? await runStep(play, context) : NOT_TRIED
    if (stopsOnFailure && result.state !== 'good') isOpen = false
    ran.push({ id, title, ...result })
  }
  return ran
}

async function runStep(play: ProbeStep['run'], context: ProbeContext): Promise<CheckResult> {
  try {
    return await play(context)
  } catch (error) {
    return NOT_REACHED(context.url, failureOf(error))
  }
}

export function is<Form extends TSchema>(response: ProbeResponse, status: number, form: Form) {
  return response.status === status && Check(form, response.json)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalTextOf(json: unknown): string {
  const said = typeof json === 'object' && json !== null ? { ...json } : {}
  const { error, errorMessage } = { error: '', errorMessage: '', ...said }
  return [error, errorMessage].filter(Boolean).join(': ')
}

export const GOOD = (ru: string, en: string): CheckResult => ({ state: 'good', detail: { ru, en } })

const UNWANTED = (url: string, status: number, said: string, advice: Words): CheckResult => {
  const answer = said ? `HTTP ${status}, ${said}` : `HTTP ${status}`
  const detail = { ru: `${url} ответил: ${answer}`, en: `${url} responded: ${answer}` }
  return { state: 'bad', detail, advice: status === 429 ? WAIT : advice }
}

const WAIT: Words = {
  ru: 'С адреса этого сайта слишком много попыток: подождите пять минут. Если у всех игроков виден один и тот же адрес, задайте TRUST_PROXY.',
  en: 'There were too many attempts from the address of this site: wait five minutes. If all players seem to come from one address, set TRUST_PROXY.',
}

const NOT_TRIED: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Не проверялось: сначала исправьте ошибку выше.',
    en: 'Not tested: fix the problem above first.',
  },
}
