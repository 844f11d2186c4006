import { SECOND } from '../../platform/clock.ts'

/** An answer from another server. Only its beginning is read, which is enough to recognise it. */
export type Answered = { status: number; headers: Headers; text: string; bytes: Buffer }

/** The time for the whole exchange. */
const BUDGET = 4 * SECOND
const READ_AT_MOST = 256 * 1024

/**
 * Asks a server once and follows no redirect.
 *
 * @throws Error when the network fails or the time is up; see `failureOf`.
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
    if (size >= READ_AT_MOST) break // leaving the loop closes the connection
  }
  const bytes = Buffer.concat(chunks)
  return { status: response.status, headers: response.headers, text: bytes.toString('utf8'), bytes }
}
