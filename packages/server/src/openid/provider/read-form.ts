import { text } from 'node:stream/consumers'
import type { Context } from './library.ts'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BODY_BYTES = 56 * 1024

/**
 * Reads the form in the body of a request. If the caller stores the form in `ctx.req.body`, the library does not read
 * the body again.
 * @returns undefined for other requests, and for a form that is too large or does not announce its size
 */
export async function readForm({ req, method }: Context): Promise<URLSearchParams | undefined> {
  const isForm = String(req.headers['content-type'] ?? '').startsWith(FORM)
  if (method !== 'POST' || !isForm) return undefined
  const hasGoodSize = Number(req.headers['content-length']) <= MAX_BODY_BYTES
  if (!hasGoodSize) return undefined
  return new URLSearchParams(await text(req))
}
