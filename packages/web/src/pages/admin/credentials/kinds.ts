import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'

export type Provider = Reply<'listIdentityProviders'>['items'][number]
export type Kind = Provider['kind']

/** What can be chosen, the usual ones first; the address is where an owner makes the application. */
export const consoles: Readonly<Record<Kind, string>> = {
  discord: 'https://discord.com/developers/applications',
  google: 'https://console.cloud.google.com/auth/overview',
  vk: 'https://id.vk.com/about/business/go',
  yandex: 'https://oauth.yandex.ru/',
  telegram: 'https://t.me/BotFather',
  microsoft: 'https://entra.microsoft.com/',
  oidc: '',
}
const kinds: Kind[] = ['discord', 'google', 'vk', 'yandex', 'telegram', 'microsoft', 'oidc']

export const kindOptions = () => kinds.map((value) => ({ value, label: nameOfKind(value) }))

export const nameOfKind = (kind: Kind): string => t(`providersPage.kinds.${kind}`)

/**
 * Why services will not send players back to an address: `http` if it is not https, `number` if it has no
 * name, `local` if it is this machine's own; undefined if it is fine.
 */
export function faultOfAddress(redirectBase: string): 'http' | 'number' | 'local' | undefined {
  const { protocol, hostname } = new URL(redirectBase)
  if (/^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname)) return 'local'
  if (/^[\d.]+$|^\[/.test(hostname)) return 'number'
  return protocol === 'https:' ? undefined : 'http'
}
