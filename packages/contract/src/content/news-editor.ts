import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, LocaleCode, text } from '../shapes.ts'

const NewsFormat = Type.Enum(['markdown', 'html'])

/** Makes the schema of an optional text: null and empty text both mean none. */
function textOrNull(options: { maxLength: number; description: string }) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^[^\\u0000]*$',
    ...options,
  })
}

const title = text({ minLength: 1, maxLength: 200, description: 'plain text: markup is removed' })
const body = text({
  maxLength: 100_000,
  description: 'in the given format; HTML in it is sanitised',
})

const fields = {
  title,
  body,
  translation: Type.Optional(
    Type.Union([Type.Object({ locale: LocaleCode, title, body }), Type.Null()], {
      description: 'the item in another language; null: none',
    }),
  ),
  format: Type.Optional(NewsFormat),
  publishedAt: Type.Optional(
    textOrNull({
      maxLength: 40,
      description:
        'ISO 8601, may be in the future; `now`; null: a draft; absent in a new item: now',
    }),
  ),
  tag: Type.Optional(textOrNull({ maxLength: 40, description: 'such as `Update`' })),
  link: Type.Optional(
    textOrNull({ maxLength: 2048, description: 'http(s) URL, or a path on this site' }),
  ),
  banner: Type.Optional(
    textOrNull({ maxLength: 2048, description: 'a picture: http(s) URL, or a path on this site' }),
  ),
}

/** Without a format the body is Markdown. */
export type NewNews = Static<typeof NewNews>
export const NewNews = Type.Object(fields)

/** Absent fields stay unchanged. */
export type NewsChanges = Static<typeof NewsChanges>
export const NewsChanges = Type.Partial(NewNews)

/** An item for its editor. `html` is safe to show on the site; `text` is for launchers. */
export type NewsEntry = Static<typeof NewsEntry>
export const NewsEntry = Type.Object({
  id: Type.String(),
  title: Type.String({ description: 'plain text' }),
  body: Type.String({ description: 'as the author wrote it' }),
  format: NewsFormat,
  html: Type.String({ description: 'the body, sanitised' }),
  text: Type.String({ description: 'the body as plain text' }),
  translation: Type.Optional(
    Type.Object({
      locale: LocaleCode,
      title: Type.String(),
      body: Type.String({ description: 'as written' }),
      html: Type.String({ description: 'the body, sanitised' }),
    }),
  ),
  tag: Type.Union([Type.String(), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()]),
  banner: Type.Union([Type.String(), Type.Null()]),
  publishedAt: Type.Union([Instant, Type.Null()]),
  createdAt: Instant,
  updatedAt: Instant,
  author: Type.String({ description: "a player's uuid, or `command`" }),
})

const newsEditors = { caller: 'player', permission: 'panel.news.edit' } as const
const params = Type.Object({ id: Type.String() })

export const listNews = endpoint({
  name: 'listNews',
  summary: 'List drafts, then scheduled and published news, newest first; `query` searches titles',
  method: 'GET',
  path: '/admin/news',
  ...newsEditors,
  query: listQuery,
  status: 200,
  reply: pageOf(NewsEntry),
  errors: [],
})

export const createNews = endpoint({
  name: 'createNews',
  summary: 'Create a news item',
  method: 'POST',
  path: '/admin/news',
  ...newsEditors,
  body: NewNews,
  idempotent: true,
  status: 200,
  reply: NewsEntry,
  errors: [],
})

export const previewNews = endpoint({
  name: 'previewNews',
  summary: 'Preview a news item as on the site and in launchers; nothing is saved',
  method: 'POST',
  path: '/admin/news-preview',
  caller: 'player',
  permission: ['panel.news.edit', 'panel.pages.edit'],
  changes: false,
  body: Type.Object({
    title: text({
      maxLength: 200,
      description: 'may be empty while the news item is being written',
    }),
    body: fields.body,
    format: fields.format,
  }),
  status: 200,
  reply: Type.Pick(NewsEntry, ['title', 'html', 'text']),
  errors: [],
})

export const showNews = endpoint({
  name: 'showNews',
  summary: 'One news item',
  method: 'GET',
  path: '/admin/news/:id',
  ...newsEditors,
  params,
  status: 200,
  reply: NewsEntry,
  errors: ['news.notfound'],
})

export const changeNews = endpoint({
  name: 'changeNews',
  summary: 'Change a news item',
  method: 'PATCH',
  path: '/admin/news/:id',
  ...newsEditors,
  params,
  body: NewsChanges,
  status: 200,
  reply: NewsEntry,
  errors: ['news.notfound'],
})

export const deleteNews = endpoint({
  name: 'deleteNews',
  summary: 'Delete a news item',
  method: 'DELETE',
  path: '/admin/news/:id',
  ...newsEditors,
  params,
  status: 204,
  reply: Type.Null(),
  errors: ['news.notfound'],
})
