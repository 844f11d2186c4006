import { verify } from '@node-rs/argon2'
import type { Form, OldHash, Reading } from './formats/format.ts'
import { forms } from './formats/formats.ts'

const WRAPPED = /^\$([a-z0-9-]+)\$([^$]*)(\$argon2id\$.+)$/

/** No hash and no salt is as long; some forms would take minutes to search a text of megabytes. */
const LONGEST = 2_000

/** A hash whose form is known. `text` is what is stored, or what a wrapped hash begins with. */
export type ReadHash = { scheme: string; text: string; digest: string | undefined }

/**
 * Verifies a password against a hash that another program wrote, wrapped or kept (see formats/format.ts);
 * argon2id replaces it at the player's next sign-in.
 *
 * @throws Error when the hash has no known form.
 */
export async function verifyLegacy(stored: string, password: string): Promise<boolean> {
  const [, mark, param = '', inner = ''] = WRAPPED.exec(stored) ?? []
  const wrapping = mark ? forms.find((form) => form.mark === mark) : undefined
  if (wrapping?.digest) return verify(inner, await wrapping.digest(password, param))
  for (const form of forms) {
    const verdict = form.verify?.(stored, password)
    if (verdict) return verdict
  }
  throw new Error('a stored password hash has no known form')
}

/**
 * Tells the form of an old hash. A named scheme decides first; without it, and for rows that are not of
 * that scheme, the text itself has to tell. Nothing is guessed.
 *
 * @returns the schemes that it might be, when that is not clear: none for an unknown form.
 */
export function readOldHash(old: OldHash, named?: string): ReadHash | { like: string[] } {
  if (Math.max(old.text.length, old.salt?.length ?? 0) > LONGEST) return { like: [] }
  const readings = forms.flatMap((form) => {
    const reading = form.read(old)
    return reading ? [{ form, reading }] : []
  })
  const chosen = readings.find(({ form }) => form.scheme === named)
  if (chosen) return toReadHash(chosen)
  const [clear, ...others] = readings.filter(({ form }) => !form.bare)
  if (clear && others.length === 0) return toReadHash(clear)
  const likely = readings.filter(({ form }) => !form.ofSource)
  return { like: likely.map(({ form }) => form.scheme) }
}

/** Wraps the old digest in argon2id where there is one; otherwise the text is stored as it is. */
export async function wrapped(
  { text, digest }: Omit<ReadHash, 'scheme'>,
  hash: (text: string) => Promise<string>,
): Promise<string> {
  return digest === undefined ? text : text + (await hash(digest))
}

function toReadHash({ form, reading }: { form: Form; reading: Reading }): ReadHash {
  const { scheme: own, mark = own } = form
  const { scheme = own } = reading
  if ('keep' in reading) return { scheme, text: reading.keep, digest: undefined }
  return { scheme, text: `$${mark}$${reading.param}`, digest: reading.digest }
}
