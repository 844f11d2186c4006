import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../shapes.ts'

/** Where menus link to a page. */
export type PagePlace = Static<typeof PagePlace>
export const PagePlace = Type.Union([
  Type.Literal('none'),
  Type.Literal('menu'),
  Type.Literal('footer'),
  Type.Literal('both'),
])

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

/** A published page, in each language it was written in. */
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
  revalidated: true,
  errors: ['page.notfound'],
})
