import { parseInstant } from '../clock.ts'
import { type FieldFault, Refusal } from '../errors.ts'

/**
 * Reads an instant that may be left out; null and undefined stay as they are. Text that is not an
 * instant adds a fault; the caller makes one refusal of all faults.
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

/**
 * Does the same for a single field.
 *
 * @throws Refusal `request.invalid` naming the field
 */
export function requireInstant<Nothing extends null | undefined>(
  field: string,
  text: string | Nothing,
): number | Nothing {
  if (typeof text !== 'string') return text
  const at = parseInstant(text)
  if (at !== undefined) return at
  throw new Refusal('request.invalid', { fields: [{ field, keyword: 'instant' }] })
}
