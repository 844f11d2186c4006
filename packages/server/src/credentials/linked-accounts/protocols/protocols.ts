import type { IdentityKind } from '@portal/contract'
import { discord } from './discord.ts'
import { google, microsoft, oidc } from './oidc.ts'
import type { ProviderProtocol } from './protocol.ts'
import { telegram } from './telegram.ts'
import { vk } from './vk.ts'
import { yandex } from './yandex.ts'

export const providerProtocols: Record<IdentityKind, ProviderProtocol> = {
  discord,
  google,
  microsoft,
  yandex,
  vk,
  telegram,
  oidc,
}
