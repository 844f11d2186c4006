export type TextResponse = { status: number; text: string }

/**
 * Limits of a request: `budget` is the time from the DNS lookup to the last byte in milliseconds, `sizeBytes` the size
 * of the largest response.
 */
export type OutboundLimits = { budget: number; sizeBytes: number }

/**
 * Sends a request and reads the response as text. Follows no redirect.
 * @throws Error of the network, or if the response exceeds the limits; see `failureOf`
 */
export async function fetchText(
  url: string,
  request: RequestInit,
  { budget, sizeBytes }: OutboundLimits,
): Promise<TextResponse> {
  const signal = AbortSignal.timeout(budget)
  const response = await fetch(url, { ...request, redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeBytes) throw new Error('the answer is too large') // leaving the loop closes the connection
    chunks.push(chunk)
  }
  return { status: response.status, text: Buffer.concat(chunks).toString('utf8') }
}

/** Returns the reason why `fetchText` failed, for the log. It contains no data that was sent or received. */
export function failureOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(root instanceof Error)) return 'unknown'
  return 'code' in root && typeof root.code === 'string' ? root.code : root.message
}
