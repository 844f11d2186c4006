import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../shapes.ts'

/** Where the pages of the site have a link to a page. */
export type PagePlace = Static<typeof PagePlace>
export const PagePlace = Type.Union([
  Type.Literal('none'),
  Type.Literal('menu'),
  Type.Literal('footer'),
  Type.Literal('both'),
])

/** A link to a published page, as `/config` lists them. */
export type PageLink = Static<typeof PageLink>
export const PageLink = Type.Object({
  slug: Type.String(),
  title: Type.Object({ en: Type.String(), ru: Type.String() }),
  place: PagePlace,
})

const Text = Type.Object({
  title: Type.String({ description: 'plain text' }),
  html: Type.String({ description: 'the text, sanitised' }),
})

/** A published page as visitors read it, in each language that the owner wrote it in. */
export type PublicPage = Static<typeof PublicPage>
export const PublicPage = Type.Object({
  slug: Type.String(),
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text) }),
  updatedAt: Instant,
})

export const showPublicPage = endpoint({
  name: 'showPublicPage',
  summary: 'One published page of the owner',
  method: 'GET',
  path: '/public/pages/:slug',
  caller: 'anyone',
  params: Type.Object({ slug: Type.String() }),
  status: 200,
  reply: PublicPage,
  conditional: true,
  kept: true,
  errors: ['page.notfound'],
})
