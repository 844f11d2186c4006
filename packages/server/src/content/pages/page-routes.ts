import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { listUsernames } from '../../players/player-store.ts'
import { changePage, orderPages, removePage } from './change-page.ts'
import { createPage } from './create-page.ts'
import { type SitePage, toPageEntry } from './page.ts'
import { describeEditions, showEdition } from './show-edition.ts'
import {
  existingPage,
  listPages,
  listPageVersions,
  publishedPage,
  showPageVersion,
  toPublicPage,
} from './show-page.ts'

export function pageRoutes(app: App) {
  const entryOf = async (page: SitePage, db = app.db) =>
    toPageEntry(page, await listUsernames(db, [page.author]))
  return {
    listPages: route(endpoints.listPages, () => listPages(app)),

    createPage: route(endpoints.createPage, ({ body, by, idempotent }) =>
      idempotent(app, (needs) => createPage(needs, by, body), entryOf),
    ),

    orderPages: route(endpoints.orderPages, async ({ body, by }) => {
      await orderPages(app, by, body.ids)
      return null
    }),

    showPage: route(endpoints.showPage, async ({ params }) =>
      entryOf(await existingPage(app, params.id)),
    ),

    changePage: route(endpoints.changePage, ({ body, params, by, idempotent }) =>
      idempotent(app, (needs) => changePage(needs, by, params.id, body), entryOf),
    ),

    deletePage: route(endpoints.deletePage, async ({ params, by }) => {
      await removePage(app, by, params.id)
      return null
    }),

    listPageVersions: route(endpoints.listPageVersions, ({ params }) =>
      listPageVersions(app, params.id),
    ),

    showPageVersion: route(endpoints.showPageVersion, ({ params }) => showPageVersion(app, params)),

    listPageEditions: route(endpoints.listPageEditions, ({ params }) =>
      describeEditions(app, params.id),
    ),

    showPageEdition: route(endpoints.showPageEdition, ({ params }) => showEdition(app, params)),

    showPublicPage: route(endpoints.showPublicPage, async ({ params }) =>
      toPublicPage(await publishedPage(app, params.slug)),
    ),
  }
}
