import type { ApiKeyWarning, NewApiKey } from '@portal/contract'
import { type FieldFault, Refusal } from '../errors.ts'
import { canonicalAddress, trustsEverybody } from '../platform/address.ts'
import type { KeyDetails } from './api-key.ts'

/**
 * Reads what an owner wants of a key: no spaces around the name, no repeats in lists, addresses in
 * the form they are compared in.
 *
 * @throws Refusal `request.invalid` with every address that is none.
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

/** What an owner should hear about a key that was saved as he wanted it. */
export function warningsOf({ addresses }: Pick<KeyDetails, 'addresses'>): ApiKeyWarning[] {
  if (addresses.length === 0) return ['apikey.noaddresses']
  return trustsEverybody(addresses) ? ['apikey.anyaddress'] : []
}
