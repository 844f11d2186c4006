import { parseInstant } from '../clock.ts'
import { type FieldFault, Refusal } from '../errors.ts'

/**
 * Reads the instant in a field. For an invalid text, adds a fault and returns undefined, so that the caller can report
 * all faults in one refusal.
 */
export function readInstant<Nothing extends null | undefined>(
  field: string,
  text: string | Nothing,
  faults: FieldFault[],
): number | Nothing | undefined {
  if (typeof text !== 'string') return text
  const at = parseInstant(text)
  if (at === undefined) faults.push({ field, keyword: 'instant' })
  return at
}

export function requireInstant<Nothing extends null | undefined>(
  field: string,
  text: string | Nothing,
): number | Nothing {
  if (typeof text !== 'string') return text
  const at = parseInstant(text)
  if (at !== undefined) return at
  throw new Refusal('request.invalid', { fields: [{ field, keyword: 'instant' }] })
}
