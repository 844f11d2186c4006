import { SECOND } from '../platform/clock.ts'

/** What somebody answered: the beginning of it is enough to tell what it is. */
export type Answered = { status: number; headers: Headers; text: string; bytes: Buffer }

/** For the whole exchange. */
const BUDGET = 4 * SECOND
const READ_AT_MOST = 256 * 1024

/**
 * Asks a server once and follows no redirect.
 *
 * @throws Error of the network, or when the time is over; see `failureOf`.
 */
export async function ask(url: string, request: RequestInit = {}): Promise<Answered> {
  const signal = AbortSignal.timeout(BUDGET)
  const headers = { 'User-Agent': 'Portal', ...request.headers }
  const response = await fetch(url, { ...request, headers, redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= READ_AT_MOST) break // leaving the loop hangs up
  }
  const bytes = Buffer.concat(chunks)
  return { status: response.status, headers: response.headers, text: bytes.toString('utf8'), bytes }
}
