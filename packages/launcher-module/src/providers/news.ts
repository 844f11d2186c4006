import type { NewsSettings } from '../settings/settings.ts'
import type { NewsItem } from '../site/parse-responses.ts'
import type { SiteClient } from '../site/site-client.ts'

const MAX_WARNING_LENGTH = 300

export type NewsProvider = ReturnType<typeof openNews>

export function openNews(
  client: SiteClient,
  { limit }: NewsSettings,
  warn: (line: string) => void = () => undefined,
) {
  let warned = ''

  function tellOf(unreadable: readonly string[]): void {
    const line = unreadable.length === 0 ? '' : lineAbout(unreadable)
    if (line !== '' && line !== warned) warn(line)
    warned = line
  }

  return {
    /**
     * Returns news items. Omits those without a title, which launchers would show as gaps. @throws SiteError if the
     * site is unavailable
     */
    async items(): Promise<NewsItem[]> {
      const { items, unreadable } = await client.listNews(limit)
      tellOf(unreadable)
      return items.filter((item) => item.title.trim() !== '')
    },
  }
}

function lineAbout(unreadable: readonly string[]): string {
  const ids = JSON.stringify(unreadable).slice(0, MAX_WARNING_LENGTH)
  return `unreadable news items are left out, by id: ${ids}`
}
