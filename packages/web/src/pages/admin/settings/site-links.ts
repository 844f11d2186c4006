import type { Settings } from '@portal/contract'

type LinkSettings = Pick<Settings, 'siteLinks' | 'discordUrl' | 'vkUrl' | 'telegramUrl'>

/**
 * Older settings of single links. They are emptied when `siteLinks` is saved, because its field contains these links
 * too.
 */
export const MERGED_LINKS = { discordUrl: '', vkUrl: '', telegramUrl: '' } as const

/** Returns all links of the site as lines of title and address, in the order of the pages. */
export function allLinks({ siteLinks, discordUrl, vkUrl, telegramUrl }: LinkSettings): string {
  const own = [
    discordUrl && `Discord ${discordUrl}`,
    vkUrl && `VK ${vkUrl}`,
    telegramUrl && `Telegram ${telegramUrl}`,
  ]
  return [...own, siteLinks].filter(Boolean).join('\n')
}
