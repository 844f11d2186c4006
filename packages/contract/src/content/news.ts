import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, LocaleCode } from '../shapes.ts'

const fields = {
  id: Type.String(),
  title: Type.String({ description: 'plain text' }),
  tag: Type.Union([Type.String(), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()], { description: 'the link that the author set' }),
  banner: Type.Union([Type.String(), Type.Null()], { description: 'a picture: URL or path' }),
  publishedAt: Instant,
}

export type NewsHeadline = Static<typeof NewsHeadline>
export const NewsHeadline = Type.Object({
  ...fields,
  summary: Type.String({ description: 'the beginning of the text, on one line' }),
  translation: Type.Optional(
    Type.Object({ locale: LocaleCode, title: Type.String(), summary: Type.String() }),
  ),
})

export type NewsPage = Static<typeof NewsPage>
export const NewsPage = Type.Object({
  ...fields,
  html: Type.String({ description: 'the body, sanitised' }),
  translation: Type.Optional(
    Type.Object({ locale: LocaleCode, title: Type.String(), html: Type.String() }),
  ),
})

export const listPublicNews = endpoint({
  name: 'listPublicNews',
  summary: "List published news, newest first, for the site's pages",
  method: 'GET',
  path: '/public/news',
  caller: 'anyone',
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: pageOf(NewsHeadline),
  errors: [],
})

export const showPublicNews = endpoint({
  name: 'showPublicNews',
  summary: 'One published news item',
  method: 'GET',
  path: '/public/news/:id',
  caller: 'anyone',
  params: Type.Object({ id: Type.String() }),
  status: 200,
  reply: NewsPage,
  errors: ['news.notfound'],
})
