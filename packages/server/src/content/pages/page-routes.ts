import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { listUsernames } from '../../players/player-store.ts'
import { changePage, orderPages, removePage } from './change-page.ts'
import { createPage } from './create-page.ts'
import { type SitePage, toPageEntry } from './page.ts'
import { describeEditions, showEdition } from './show-edition.ts'
import {
  existingPage,
  listPages,
  listVersions,
  publishedPage,
  showVersion,
  toPublicPage,
} from './show-page.ts'

export function pageRoutes(app: App): Route[] {
  const entryOf = async (page: SitePage, db = app.db) =>
    toPageEntry(page, await listUsernames(db, [page.author]))
  return [
    route(endpoints.listPages, () => listPages(app)),

    route(endpoints.createPage, ({ body, by, once }) =>
      once(app, (needs) => createPage(needs, by, body), entryOf),
    ),

    route(endpoints.orderPages, async ({ body, by }) => {
      await orderPages(app, by, body.ids)
      return null
    }),

    route(endpoints.showPage, async ({ params }) => entryOf(await existingPage(app, params.id))),

    route(endpoints.changePage, ({ body, params, by, once }) =>
      once(app, (needs) => changePage(needs, by, params.id, body), entryOf),
    ),

    route(endpoints.deletePage, async ({ params, by }) => {
      await removePage(app, by, params.id)
      return null
    }),

    route(endpoints.listPageVersions, ({ params }) => listVersions(app, params.id)),

    route(endpoints.showPageVersion, ({ params }) => showVersion(app, params)),

    route(endpoints.listPageEditions, ({ params }) => describeEditions(app, params.id)),

    route(endpoints.showPageEdition, ({ params }) => showEdition(app, params)),

    route(endpoints.showPublicPage, async ({ params }) =>
      toPublicPage(await publishedPage(app, params.slug)),
    ),
  ]
}
