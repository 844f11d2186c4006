import type { IdentityKind } from '@portal/contract'
import { discord } from './discord.ts'
import { google, microsoft, oidc } from './oidc.ts'
import type { Kind } from './protocol.ts'
import { telegram } from './telegram.ts'
import { vk } from './vk.ts'
import { yandex } from './yandex.ts'

/** Every kind of service whose accounts players can link. */
export const kinds: Record<IdentityKind, Kind> = {
  discord,
  google,
  microsoft,
  yandex,
  vk,
  telegram,
  oidc,
}
