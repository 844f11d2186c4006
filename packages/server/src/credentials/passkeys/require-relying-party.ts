import { Refusal } from '../../platform/errors.ts'
import type { Config } from '../../settings/config.ts'
import { findRelyingParty, type RelyingParty } from '../../settings/relying-party.ts'

/**
 * Returns the relying party for passkeys, which is the site.
 * @throws Refusal `passkey.unavailable` if browsers allow no passkeys for the site's URL
 */
export function requireRelyingParty({
  config,
}: {
  config: Pick<Config, 'publicUrl'>
}): RelyingParty {
  const party = findRelyingParty(config.publicUrl)
  if ('whyNot' in party) throw new Refusal('passkey.unavailable')
  return party
}
