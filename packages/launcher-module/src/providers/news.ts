import type { NewsSettings } from '../settings/settings.ts'
import type { NewsItem } from '../site/answers.ts'
import type { SiteClient } from '../site/site-client.ts'

export type NewsProvider = ReturnType<typeof openNews>

/** News of the site, newest first. */
export function openNews(client: SiteClient, { limit }: NewsSettings) {
  return {
    /**
     * Items with a title; a launcher shows the others as holes.
     *
     * @throws SiteError when the site gives no answer.
     */
    async items(): Promise<NewsItem[]> {
      const items = await client.listNews(limit)
      return items.filter((item) => item.title.trim() !== '')
    },
  }
}
