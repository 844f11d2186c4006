/** What a server that is not ours answered. */
export type Answer = { status: number; text: string }

/** How long the whole exchange may take, from the name's look-up to the last byte, and its size. */
export type Bounds = { budget: number; sizeBytes: number }

/**
 * Asks a server that is not ours. It follows no redirect, and neither silence nor a flood of bytes
 * holds the caller up.
 *
 * @throws Error of the network, or for what goes beyond the bounds; see `failureOf`.
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

/** Why `fetchText` failed, in a word for the log: nothing that was sent or received is in it. */
export function failureOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(root instanceof Error)) return 'unknown'
  return 'code' in root && typeof root.code === 'string' ? root.code : root.message
}
