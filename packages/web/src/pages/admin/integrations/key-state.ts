import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { fromNow } from '../../../ui/formats.ts'

export type ApiKey = Reply<'listApiKeys'>['items'][number]

export function keyState(key: ApiKey): {
  kind: 'plain' | 'good' | 'warn' | 'danger'
  word: string
  sentence: string
} {
  if (key.revokedAt) {
    const sentence = t('keysPage.revokedMeans', { when: fromNow(key.revokedAt) })
    return { kind: 'danger', word: t('keysPage.revoked'), sentence }
  }
  if (key.addresses.length === 0) {
    const sentence = t('keysPage.closedMeans')
    return { kind: 'warn', word: t('keysPage.closed'), sentence }
  }
  if (!key.lastUsedAt) {
    const sentence = t('keysPage.waitsMeans')
    return { kind: 'plain', word: t('keysPage.neverUsed'), sentence }
  }
  const last = { when: fromNow(key.lastUsedAt), ip: key.lastUsedIp ?? '' }
  return { kind: 'good', word: t('keysPage.inUse'), sentence: t('keysPage.used', last) }
}

/** Returns the network of a single address, in CIDR notation. */
export function onlyThis(address: string): string {
  return `${address}/${address.includes(':') ? 128 : 32}`
}
