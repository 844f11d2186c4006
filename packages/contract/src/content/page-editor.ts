import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, text } from '../shapes.ts'
import { PagePlace } from './pages.ts'

const Title = text({ maxLength: 100, description: 'plain text; empty: not in this language' })
const Body = text({ maxLength: 100_000, description: 'Markdown; HTML in it is sanitised' })

const fields = {
  slug: Type.String({
    pattern: '^([a-z0-9]+(-[a-z0-9]+)*)?$',
    maxLength: 64,
    description: 'the end of its address; empty: made from the title',
  }),
  titleEn: Title,
  titleRu: Title,
  bodyEn: Body,
  bodyRu: Body,
  place: PagePlace,
  published: Type.Boolean({ description: 'false: a draft' }),
  mustAgree: Type.Boolean({
    description: 'whether players must agree to the page while it is published',
  }),
}

/** At least one title is required. */
export type NewPage = Static<typeof NewPage>
export const NewPage = Type.Partial(Type.Object(fields))

/** Absent fields stay unchanged; `version` must be the current one. */
export type PageChanges = Static<typeof PageChanges>
export const PageChanges = Type.Object({
  version: Type.Integer({ minimum: 1, description: 'the version that the editor has read' }),
  newEdition: Type.Optional(
    Type.Boolean({
      description: 'true: all players must agree again; only for a page that requires agreement',
    }),
  ),
  ...NewPage.properties,
})

const Editor = {
  author: Type.String({ description: "who saved it: a player's uuid, or `command`" }),
  authorName: Type.Union([Type.String(), Type.Null()]),
}

export const PageItem = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  titleEn: Type.String(),
  titleRu: Type.String(),
  place: PagePlace,
  publishedAt: Type.Union([Instant, Type.Null()]),
  mustAgree: Type.Boolean(),
  edition: Type.Integer({ description: 'the newest edition that required consent; 0: none' }),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  ...Editor,
})

export type PageEntry = Static<typeof PageEntry>
export const PageEntry = Type.Object({
  ...PageItem.properties,
  bodyEn: Type.String({ description: 'as the author wrote it' }),
  bodyRu: Type.String(),
  htmlEn: Type.String({ description: 'the body, sanitised' }),
  htmlRu: Type.String(),
})

const versionFields = {
  version: Type.Integer(),
  savedAt: Instant,
  ...Editor,
  titleEn: Type.String(),
  titleRu: Type.String(),
}

export type PageVersion = Static<typeof PageVersion>
export const PageVersion = Type.Object({
  ...versionFields,
  bodyEn: Type.String(),
  bodyRu: Type.String(),
  htmlEn: Type.String(),
  htmlRu: Type.String(),
})

const pageEditors = { caller: 'player', permission: 'panel.pages.edit' } as const
const params = Type.Object({ id: Type.String() })

export const listPages = endpoint({
  name: 'listPages',
  summary: 'List all pages of the owner in their order, including drafts',
  method: 'GET',
  path: '/admin/pages',
  ...pageEditors,
  status: 200,
  reply: Type.Object({ items: Type.Array(PageItem) }),
  errors: [],
})

export const createPage = endpoint({
  name: 'createPage',
  summary: 'Create a page, which is last in the order',
  method: 'POST',
  path: '/admin/pages',
  ...pageEditors,
  reauthentication: { onDemand: true },
  body: NewPage,
  idempotent: true,
  status: 200,
  reply: PageEntry,
  errors: ['page.taken', 'page.toomany'],
})

export const orderPages = endpoint({
  name: 'orderPages',
  summary: 'Set the order of the pages in menus and footers',
  method: 'PUT',
  path: '/admin/page-order',
  ...pageEditors,
  body: Type.Object({ ids: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }) }),
  status: 204,
  reply: Type.Null(),
  errors: ['page.notfound'],
})

export const showPage = endpoint({
  name: 'showPage',
  summary: 'One page of the owner',
  method: 'GET',
  path: '/admin/pages/:id',
  ...pageEditors,
  params,
  status: 200,
  reply: PageEntry,
  errors: ['page.notfound'],
})

export const changePage = endpoint({
  name: 'changePage',
  summary: 'Change a page, unless it was saved since the given version',
  method: 'PATCH',
  path: '/admin/pages/:id',
  ...pageEditors,
  reauthentication: { onDemand: true },
  params,
  body: PageChanges,
  idempotent: true,
  status: 200,
  reply: PageEntry,
  errors: ['page.notfound', 'page.changed', 'page.taken'],
})

export const deletePage = endpoint({
  name: 'deletePage',
  summary: 'Delete a page and its versions',
  method: 'DELETE',
  path: '/admin/pages/:id',
  ...pageEditors,
  params,
  status: 204,
  reply: Type.Null(),
  errors: ['page.notfound', 'page.agreed'],
})

export const listPageVersions = endpoint({
  name: 'listPageVersions',
  summary: 'List the former versions of a page, newest first, without their texts',
  method: 'GET',
  path: '/admin/pages/:id/versions',
  ...pageEditors,
  params,
  status: 200,
  reply: Type.Object({ items: Type.Array(Type.Object(versionFields)) }),
  errors: ['page.notfound'],
})

export const showPageVersion = endpoint({
  name: 'showPageVersion',
  summary: 'One former version of a page',
  method: 'GET',
  path: '/admin/pages/:id/versions/:version',
  ...pageEditors,
  params: Type.Object({ id: Type.String(), version: Type.String() }),
  status: 200,
  reply: PageVersion,
  errors: ['page.notfound'],
})
