import { requestLog } from '../platform/log.ts'
import type { Asked } from './asked.ts'
import type { Needs } from './needs.ts'

const LONGEST_LOGGED_PATH = 256

/** A request that was answered. `duration` is in milliseconds; for `route` see AnsweredRequest. */
export type Answered = {
  request: Asked
  id: string
  method: string
  url: string
  route: string
  status: number
  duration: number
}

/** Makes the function that counts an answer for `/metrics`, logs it and tells the door. */
export function answerRecorder(
  app: Pick<Needs, 'log' | 'metrics' | 'door'>,
): (answered: Answered) => void {
  const write = requestLog(app.log)
  return ({ request, id, method, url, route, status, duration }) => {
    app.metrics.countRequest({ route, method, status, duration })
    write({
      request: id,
      method,
      path: pathOf(url).slice(0, LONGEST_LOGGED_PATH),
      status,
      ms: Math.round(duration),
      ...app.door.whose(request),
    })
    app.door.afterAnswer(request)
  }
}

/** The part of an address before its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
