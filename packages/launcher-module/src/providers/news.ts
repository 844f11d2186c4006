import type { NewsSettings } from '../settings/settings.ts'
import type { NewsItem } from '../site/answers.ts'
import type { SiteClient } from '../site/site-client.ts'

const LONGEST_WARNING = 300

export type NewsProvider = ReturnType<typeof openNews>

/** News of the site, newest first. `warn` gets a line for the owner. */
export function openNews(
  client: SiteClient,
  { limit }: NewsSettings,
  warn: (line: string) => void = () => undefined,
) {
  let told = ''

  /** Says it once, and again when it is about others. */
  function tellOf(unreadable: readonly string[]): void {
    const line = unreadable.length === 0 ? '' : lineAbout(unreadable)
    if (line !== '' && line !== told) warn(line)
    told = line
  }

  return {
    /**
     * Items with a title; a launcher shows the others as holes. An item that cannot be read is left
     * out too, and takes no other with it.
     *
     * @throws SiteError when the site gives no answer.
     */
    async items(): Promise<NewsItem[]> {
      const { items, unreadable } = await client.listNews(limit)
      tellOf(unreadable)
      return items.filter((item) => item.title.trim() !== '')
    },
  }
}

function lineAbout(unreadable: readonly string[]): string {
  const ids = JSON.stringify(unreadable).slice(0, LONGEST_WARNING)
  return `news that cannot be read are left out, by id: ${ids}`
}
