import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { pageEditor } from '../content/pages/page-editor.ts'
import { BY_OWNER } from '../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

type Editor = Awaited<ReturnType<typeof pageEditor>>

/**
 * Makes the successful and the refused call of an endpoint: a request about an existing page, and about an unknown one.
 */
function about(ask: (alex: Editor, id: string) => Promise<Reply>): Calls {
  return {
    async happy(site) {
      const alex = await pageEditor(site)
      const { id } = await alex.written()
      await alex.change(id, { version: 1, bodyEn: 'Be very kind.' })
      return ask(alex, id)
    },
    refused: async (site) => ask(await pageEditor(site), 'none'),
  }
}

const asEditor =
  (ask: (alex: Editor) => Promise<Reply>): Call =>
  async (site) =>
    ask(await pageEditor(site))

const asNobody =
  (path: string): Call =>
  (site) =>
    site.browser().get(path)

async function visibility(site: Site, body?: object): Promise<Reply> {
  const steve = await site.player('Steve')
  const method = body ? 'PUT' : 'GET'
  return steve.browser.send(method, '/cabinet/public-profile', body, bearer(steve.accessToken))
}

/** A successful and a refused call for each endpoint about pages of the owner and public profiles. */
export const pageCalls = {
  listPages: { happy: asEditor((alex) => alex.list()), refused: asNobody('/admin/pages') },
  createPage: {
    happy: asEditor((alex) => alex.create({ titleEn: 'Rules' })),
    refused: asEditor((alex) => alex.create({})),
  },
  orderPages: about((alex, id) => alex.order([id])),
  showPage: about((alex, id) => alex.show(id)),
  changePage: about((alex, id) => alex.change(id, { version: 2, titleEn: 'Laws' })),
  deletePage: about((alex, id) => alex.delete(id)),
  listPageVersions: about((alex, id) => alex.versions(id)),
  showPageVersion: about((alex, id) => alex.version(id, 1)),
  showPublicPage: {
    async happy(site) {
      const { slug } = await (await pageEditor(site)).written()
      return site.browser().get(`/public/pages/${slug}`)
    },
    refused: asNobody('/public/pages/none'),
  },
  showPublicProfile: {
    async happy(site) {
      await changeSetting(site.app, BY_OWNER, { name: 'publicProfiles', text: 'on' })
      await site.player('Steve')
      return site.browser().get('/public/players/steve')
    },
    refused: asNobody('/public/players/Steve'),
  },
  showOwnVisibility: {
    happy: (site) => visibility(site),
    refused: asNobody('/cabinet/public-profile'),
  },
  changeOwnVisibility: {
    happy: (site) => visibility(site, { hidden: true }),
    refused: (site) => visibility(site, { hidden: 'perhaps' }),
  },
} satisfies Partial<Record<Name, Calls>>
