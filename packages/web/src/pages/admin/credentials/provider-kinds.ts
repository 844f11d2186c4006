import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'

export type ProviderItem = Reply<'listIdentityProviders'>['items'][number]
export type ProviderKindInfo = ProviderItem['kind']

/** The services to choose from, the common ones first, with the address where an application is registered. */
export const consoles: Readonly<Record<ProviderKindInfo, string>> = {
  discord: 'https://discord.com/developers/applications',
  google: 'https://console.cloud.google.com/auth/overview',
  vk: 'https://id.vk.com/about/business/go',
  yandex: 'https://oauth.yandex.ru/',
  telegram: 'https://t.me/BotFather',
  microsoft: 'https://entra.microsoft.com/',
  oidc: '',
}
const kinds: ProviderKindInfo[] = [
  'discord',
  'google',
  'vk',
  'yandex',
  'telegram',
  'microsoft',
  'oidc',
]

export const kindOptions = () => kinds.map((value) => ({ value, label: nameOfKind(value) }))

export const nameOfKind = (kind: ProviderKindInfo): string => t(`providersPage.kinds.${kind}`)

/**
 * Returns why services will not return players to an address: `http` if it is not https, `number` if it is an IP
 * address, `local` if it is this machine; undefined if it is fine.
 */
export function redirectAddressFault(
  redirectBase: string,
): 'http' | 'number' | 'local' | undefined {
  const { protocol, hostname } = new URL(redirectBase)
  if (/^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname)) return 'local'
  if (/^[\d.]+$|^\[/.test(hostname)) return 'number'
  return protocol === 'https:' ? undefined : 'http'
}
