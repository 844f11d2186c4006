import type { Locale } from '@portal/contract'

export type PageRequest = { path: string; locale: Locale; ip: string }

export type PageHead = {
  title: string
  description: string
  kind: 'website' | 'article'
  /** The canonical address of the page, without a query. */
  url: string
  /** The picture of link previews. `wide` tells whether it is larger than an icon. */
  picture: { url: string; wide: boolean }
  isIndexed: boolean
  isMissing?: true
  links: Record<string, unknown>
}
