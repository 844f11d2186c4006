import type { ApiKeyWarning, NewApiKey } from '@portal/contract'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { canonicalAddress, trustsEveryAddress } from '../../platform/network/ip-address.ts'
import type { KeyDetails } from './api-key.ts'

/**
 * Normalizes the details of a key: trims the name, removes duplicates, and makes addresses canonical.
 * @throws Refusal `request.invalid` that names every malformed address
 */
export function parseKeyDetails({ name, permissions, addresses }: NewApiKey): KeyDetails {
  return {
    name: name.trim(),
    permissions: [...new Set(permissions)].sort(),
    addresses: parseAddresses(addresses),
  }
}

function parseAddresses(addresses: readonly string[]): string[] {
  const faults: FieldFault[] = []
  const canonical = addresses.flatMap((text, index) => {
    const address = canonicalAddress(text)
    if (address === undefined) faults.push({ field: `addresses.${index}`, keyword: 'address' })
    return address ?? []
  })
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return [...new Set(canonical)]
}

export function warningsOf({ addresses }: Pick<KeyDetails, 'addresses'>): ApiKeyWarning[] {
  if (addresses.length === 0) return ['apikey.noaddresses']
  return trustsEveryAddress(addresses) ? ['apikey.anyaddress'] : []
}
