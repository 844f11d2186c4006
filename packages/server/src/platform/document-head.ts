import type { Locale } from '@portal/contract'

/** Which page is asked for, and the language its words are wanted in. */
export type PageAsked = { path: string; locale: Locale }

/**
 * What a document tells search engines and those who show a link to it. Every text is plain, every
 * address absolute.
 */
export type PageHead = {
  title: string
  description: string
  kind: 'website' | 'article'
  /** Where the page is; its one address, whatever the query. */
  url: string
  /** Shown beside a shared link; `wide` if it is larger than an icon. */
  picture: { url: string; wide: boolean }
  /** Whether search engines may show the page. */
  isIndexed: boolean
  /** Answers of rows that the page needs at once, by their name. */
  answers: Record<string, unknown>
}
