import { type FieldFault, Refusal } from '../errors.ts'
import { parseInstant } from './clock.ts'

/**
 * Reads an instant that may be left out: what is null or undefined stays so. Text that is no instant
 * is added to the faults, of which the caller makes one refusal.
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
 * The same for a field that is read by itself.
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
