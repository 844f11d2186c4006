import { verify } from '@node-rs/argon2'
import type { HashFormat, LegacyHash, ParsedHash } from './formats/format.ts'
import { hashFormats } from './formats/formats.ts'

const WRAPPED_PATTERN = /^\$([a-z0-9-]+)\$([^$]*)(\$argon2id\$.+)$/

/**
 * The longest accepted hash or salt, in characters; real ones are shorter. Some formats would take minutes to search
 * megabytes.
 */
const MAX_LENGTH = 2_000

export type IdentifiedHash = { scheme: string; text: string; digest: string | undefined }

/**
 * Verifies an imported hash, which the caller replaces by argon2id at the next sign-in.
 * @throws Error for an unknown format
 */
export async function verifyLegacy(stored: string, password: string): Promise<boolean> {
  const [, prefix, param = '', inner = ''] = WRAPPED_PATTERN.exec(stored) ?? []
  const wrapping = prefix ? hashFormats.find((format) => format.prefix === prefix) : undefined
  if (wrapping?.digest) return verify(inner, await wrapping.digest(password, param))
  for (const format of hashFormats) {
    const verdict = format.verify?.(stored, password)
    if (verdict) return verdict
  }
  throw new Error('a stored password hash has no known form')
}

/**
 * Identifies the format of a hash. Tries the named scheme first; without a name, the text itself must be unambiguous.
 * @returns the possible schemes if the text is ambiguous; an empty list for an unknown format
 */
export function parseLegacyHash(
  old: LegacyHash,
  schemeName?: string,
): IdentifiedHash | { like: string[] } {
  if (Math.max(old.text.length, old.salt?.length ?? 0) > MAX_LENGTH) return { like: [] }
  const readings = hashFormats.flatMap((format) => {
    const reading = format.read(old)
    return reading ? [{ format, reading }] : []
  })
  const chosen = readings.find(({ format }) => format.scheme === schemeName)
  if (chosen) return toIdentifiedHash(chosen)
  const [unambiguous, ...others] = readings.filter(({ format }) => !format.ambiguous)
  if (unambiguous && others.length === 0) return toIdentifiedHash(unambiguous)
  const likely = readings.filter(({ format }) => !format.sourceSpecific)
  return { like: likely.map(({ format }) => format.scheme) }
}

export async function wrapHash(
  { text, digest }: Omit<IdentifiedHash, 'scheme'>,
  hash: (text: string) => Promise<string>,
): Promise<string> {
  return digest === undefined ? text : text + (await hash(digest))
}

function toIdentifiedHash({
  format,
  reading,
}: {
  format: HashFormat
  reading: ParsedHash
}): IdentifiedHash {
  const { scheme: own, prefix = own } = format
  const { scheme = own } = reading
  if ('keep' in reading) return { scheme, text: reading.keep, digest: undefined }
  return { scheme, text: `$${prefix}$${reading.param}`, digest: reading.digest }
}
