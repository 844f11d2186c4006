import { SECOND } from '../../platform/clock.ts'

/** The response of another server. It has only the beginning of the body, which is enough to recognize it. */
export type FetchedResponse = { status: number; headers: Headers; text: string; bytes: Buffer }

const BUDGET = 4 * SECOND
const MAX_BYTES = 256 * 1024

/**
 * Sends a request, without following redirects.
 * @throws Error if the network fails or the response takes longer than 4 s (see `failureOf`)
 */
export async function fetchUrl(url: string, request: RequestInit = {}): Promise<FetchedResponse> {
  const signal = AbortSignal.timeout(BUDGET)
  const headers = { 'User-Agent': 'Portal', ...request.headers }
  const response = await fetch(url, { ...request, headers, redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= MAX_BYTES) break // leaving the loop closes the connection
  }
  const bytes = Buffer.concat(chunks)
  return { status: response.status, headers: response.headers, text: bytes.toString('utf8'), bytes }
}
