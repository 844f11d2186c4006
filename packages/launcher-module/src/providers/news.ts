import type { NewsSettings } from '../settings/settings.ts'
import type { NewsItem } from '../site/answers.ts'
import type { SiteClient } from '../site/site-client.ts'

const LONGEST_WARNING = 300

export type NewsProvider = ReturnType<typeof openNews>

/** Gets the site's news, newest first. `warn` gets a line for the owner. */
export function openNews(
  client: SiteClient,
  { limit }: NewsSettings,
  warn: (line: string) => void = () => undefined,
) {
  let told = ''

  /** Warns once, and again when the set of unreadable items changes. */
  function tellOf(unreadable: readonly string[]): void {
    const line = unreadable.length === 0 ? '' : lineAbout(unreadable)
    if (line !== '' && line !== told) warn(line)
    told = line
  }

  return {
    /**
     * Returns the items that have a title, since a launcher shows others as gaps. An unreadable item is
     * left out, too; the others stay.
     *
     * @throws SiteError if the site gives no answer.
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
  return `unreadable news items are left out, by id: ${ids}`
}
