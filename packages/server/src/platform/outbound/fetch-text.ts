export type TextResponse = { status: number; text: string }

/** `budget`: milliseconds from the DNS lookup to the last byte. `sizeBytes`: the largest response. */
export type OutboundLimits = { budget: number; sizeBytes: number }

/** Follows no redirect. @throws Error of the network, or when the response exceeds the limits; see `failureOf` */
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

/** Returns the reason of a failed `fetchText` for the log, without data that was sent or received. */
export function failureOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(root instanceof Error)) return 'unknown'
  return 'code' in root && typeof root.code === 'string' ? root.code : root.message
}
