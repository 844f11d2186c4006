import type { Locale } from '@portal/contract'

/** Which page is asked for, the language its words are wanted in, and the address of who asks. */
export type PageAsked = { path: string; locale: Locale; ip: string }

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
  /** Whether there is nothing at this address. */
  isMissing?: true
  /** Answers of rows that the page needs at once, by their name. */
  answers: Record<string, unknown>
}
