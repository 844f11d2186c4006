import { availableParallelism } from 'node:os'
import type { ShownProvider } from '@portal/contract'
import type { App, AppOverrides } from '../app.ts'
import type { TtlCache } from '../platform/cache/ttl-cache.ts'
import { type BreachList, breachList } from '../platform/outbound/breach-list.ts'
import {
  type ProviderClient,
  providerClient,
} from '../platform/outbound/identity-provider-client.ts'
import { type IssuerCache, issuerCache } from './linked-accounts/protocols/open-issuers.ts'
import { publicProviders } from './linked-accounts/public-providers.ts'
import { argon2Passwords, type Passwords } from './password-hash/passwords.ts'

export type CredentialParts = {
  passwords: Passwords
  breachList: BreachList
  identityHosts: ProviderClient
  issuers: IssuerCache
  publicProviders: TtlCache<ShownProvider[]>
}

type Base = Pick<App, 'config' | 'log' | 'clock' | 'random' | 'db'>

export async function openCredentials(
  base: Base,
  { hashCost, fetch, outboundTimeout: budget }: AppOverrides,
): Promise<CredentialParts> {
  const bounds = budget ? { budget } : {}
  const identityHosts = providerClient(base, fetch, bounds)
  return {
    passwords: await argon2Passwords(base.random, availableParallelism(), hashCost),
    breachList: breachList(base, base.config, bounds),
    identityHosts,
    issuers: issuerCache({ clock: base.clock, identityHosts }),
    publicProviders: publicProviders(base),
  }
}
