import { newsEditor } from '../content/news/news-editor.ts'
import type { Reply } from '../support/browser.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about news. */
export const newsCalls = {
  listNews: {
    happy: asEditor(({ list }) => list()),
    refused: asEditor(({ list }) => list({ limit: '0' })),
  },
  createNews: {
    happy: asEditor(({ create }) => create({ title: 'Season two', body: 'It *begins*.' })),
    refused: asEditor(({ create }) => create({ title: '<br>', body: '' })),
  },
  previewNews: {
    happy: async (site) => (await newsEditor(site)).preview({ title: '', body: '# Hello' }),
    refused: async (site) => (await newsEditor(site)).preview({ title: 'No body' }),
  },
  showNews: {
    happy: asEditor(async ({ show, written }) => show((await written()).id)),
    refused: asEditor(({ show }) => show('unknown')),
  },
  changeNews: {
    happy: asEditor(async ({ change, written }) => change((await written()).id, { tag: 'Update' })),
    refused: asEditor(({ change }) => change('unknown', { tag: 'Update' })),
  },
  deleteNews: {
    happy: asEditor(async (editor) => editor.delete((await editor.written()).id)),
    refused: (site) => site.browser().delete('/admin/news/unknown'),
  },
  listPublicNews: {
    happy: asEditor(async ({ written, browser }) => {
      await written()
      return browser.get('/public/news')
    }),
    refused: (site) => site.browser().get('/public/news?limit=0'),
  },
  showPublicNews: {
    happy: asEditor(async ({ written, browser }) =>
      browser.get(`/public/news/${(await written()).id}`),
    ),
    refused: (site) => site.browser().get('/public/news/unknown'),
  },
} satisfies Partial<Record<Name, Calls>>

function asEditor(call: (editor: Awaited<ReturnType<typeof newsEditor>>) => Promise<Reply>): Call {
  return async (site) => call(await newsEditor(site))
}
