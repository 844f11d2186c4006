/** The answer of somebody else's server. */
export type Answer = { status: number; text: string }

/** Limits of an exchange: its time, from the DNS lookup to the last byte, and the answer's size. */
export type Bounds = { budget: number; sizeBytes: number }

/**
 * Sends a request to somebody else's server. It follows no redirect, and the bounds protect the
 * caller from a server that stays silent or sends without end.
 *
 * @throws Error of the network, or when the answer exceeds the bounds; see `failureOf`.
 */
export async function fetchText(
  url: string,
  request: RequestInit,
  { budget, sizeBytes }: Bounds,
): Promise<Answer> {
  const signal = AbortSignal.timeout(budget)
  const response = await fetch(url, { ...request, redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeBytes) throw new Error('the answer is too large') // leaving the loop hangs up
    chunks.push(chunk)
  }
  return { status: response.status, text: Buffer.concat(chunks).toString('utf8') }
}

/** Says in a word for the log why `fetchText` failed, without anything that was sent or received. */
export function failureOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(root instanceof Error)) return 'unknown'
  return 'code' in root && typeof root.code === 'string' ? root.code : root.message
}
