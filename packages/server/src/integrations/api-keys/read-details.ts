import type { ApiKeyWarning, NewApiKey } from '@portal/contract'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { canonicalAddress, trustsEverybody } from '../../platform/network/ip-address.ts'
import type { KeyDetails } from './api-key.ts'

/**
 * Reads the properties that an owner gave: trims the name, removes duplicates, and puts addresses
 * into the form in which they are compared.
 *
 * @throws Refusal `request.invalid` that names every malformed address.
 */
export function readDetails({ name, permissions, addresses }: NewApiKey): KeyDetails {
  return {
    name: name.trim(),
    permissions: [...new Set(permissions)].sort(),
    addresses: readAddresses(addresses),
  }
}

function readAddresses(addresses: readonly string[]): string[] {
  const faults: FieldFault[] = []
  const canonical = addresses.flatMap((text, index) => {
    const address = canonicalAddress(text)
    if (address === undefined) faults.push({ field: `addresses.${index}`, keyword: 'address' })
    return address ?? []
  })
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return [...new Set(canonical)]
}

/** Returns what an owner should know about a key that was saved as they asked. */
export function warningsOf({ addresses }: Pick<KeyDetails, 'addresses'>): ApiKeyWarning[] {
  if (addresses.length === 0) return ['apikey.noaddresses']
  return trustsEverybody(addresses) ? ['apikey.anyaddress'] : []
}
