const written = new WeakMap<object, Buffer>()

/**
 * Returns the JSON of a frozen reply, which never changes and so is written once.
 *
 * @param pick keeps what the row's schema names.
 * @returns undefined for any other reply.
 */
export function writtenOnce(reply: unknown, pick: (reply: unknown) => unknown): Buffer | undefined {
  if (typeof reply !== 'object' || reply === null || !Object.isFrozen(reply)) return undefined
  const known = written.get(reply)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(pick(reply)))
  written.set(reply, bytes)
  return bytes
}
