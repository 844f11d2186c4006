import { newsEditor } from '../content/news/news-editor.ts'
import { pngFile, postPicture, uploaded } from '../content/pictures/picture-files.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about pictures of the site. */
export const pictureCalls = {
  uploadPicture: {
    happy: async (site) => postPicture(await newsEditor(site), pngFile()),
    refused: async (site) => postPicture(await newsEditor(site), Buffer.from('GIF89a')),
  },
  picture: {
    async happy(site) {
      const alex = await newsEditor(site)
      return alex.browser.get(await uploaded(alex, pngFile()))
    },
    refused: (site) => site.browser().get(`/pictures/${'0'.repeat(64)}.webp`),
  },
} satisfies Partial<Record<Name, Calls>>
