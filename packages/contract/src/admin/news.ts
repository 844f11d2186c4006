import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../page.ts'
import { Instant, text } from '../shapes.ts'

const NewsFormat = Type.Enum(['markdown', 'html'])

/** Text, or null: nothing. An empty text is nothing too. */
function textOrNull(options: { maxLength: number; description: string }) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^[^\\u0000]*$',
    ...options,
  })
}

const fields = {
  title: text({ minLength: 1, maxLength: 200, description: 'shown without its markup' }),
  body: text({ maxLength: 100_000, description: 'in the format; raw HTML is sanitised' }),
  format: Type.Optional(NewsFormat),
  publishedAt: Type.Optional(
    textOrNull({
      maxLength: 40,
      description: 'ISO 8601; ahead: published then; null: a draft; absent: at once',
    }),
  ),
  tag: Type.Optional(textOrNull({ maxLength: 40, description: 'as "Update"' })),
  link: Type.Optional(
    textOrNull({ maxLength: 2048, description: 'http(s) URL, or a path of this site from / on' }),
  ),
  banner: Type.Optional(
    textOrNull({ maxLength: 2048, description: 'a picture: http(s) URL, or a path from / on' }),
  ),
}

/** What a new item is made of; without a format it is Markdown. */
export type NewNews = Static<typeof NewNews>
export const NewNews = Type.Object(fields)

/** The fields that are named change, the others stay. */
export type NewsChanges = Static<typeof NewsChanges>
export const NewsChanges = Type.Partial(NewNews)

/** An item as its author sees it. `html` is for the site and safe to show, `text` for launchers. */
export type NewsEntry = Static<typeof NewsEntry>
export const NewsEntry = Type.Object({
  id: Type.String(),
  title: Type.String({ description: 'plain text' }),
  body: Type.String({ description: 'as it was written' }),
  format: NewsFormat,
  html: Type.String({ description: 'the body, sanitised' }),
  text: Type.String({ description: 'the body as plain text' }),
  tag: Type.Union([Type.String(), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()]),
  banner: Type.Union([Type.String(), Type.Null()]),
  publishedAt: Type.Union([Instant, Type.Null()]),
  createdAt: Instant,
  updatedAt: Instant,
  author: Type.String({ description: "a player's uuid, or `command`" }),
})

const byEditors = { caller: 'player', permission: 'panel.news.edit' } as const
const params = Type.Object({ id: Type.String() })

export const listNews = endpoint({
  name: 'listNews',
  summary: 'Drafts, then what is or will be published, newest first; the query searches titles',
  method: 'GET',
  path: '/admin/news',
  ...byEditors,
  query: listQuery,
  status: 200,
  reply: pageOf(NewsEntry),
  errors: [],
})

export const createNews = endpoint({
  name: 'createNews',
  summary: 'Write a piece of news',
  method: 'POST',
  path: '/admin/news',
  ...byEditors,
  body: NewNews,
  status: 200,
  reply: NewsEntry,
  errors: [],
})

export const showNews = endpoint({
  name: 'showNews',
  summary: 'One piece of news',
  method: 'GET',
  path: '/admin/news/:id',
  ...byEditors,
  params,
  status: 200,
  reply: NewsEntry,
  errors: ['news.notfound'],
})

export const changeNews = endpoint({
  name: 'changeNews',
  summary: 'Change the named fields of a piece of news',
  method: 'PATCH',
  path: '/admin/news/:id',
  ...byEditors,
  params,
  body: NewsChanges,
  status: 200,
  reply: NewsEntry,
  errors: ['news.notfound'],
})

export const deleteNews = endpoint({
  name: 'deleteNews',
  summary: 'Delete a piece of news',
  method: 'DELETE',
  path: '/admin/news/:id',
  ...byEditors,
  params,
  status: 204,
  reply: Type.Null(),
  errors: ['news.notfound'],
})
