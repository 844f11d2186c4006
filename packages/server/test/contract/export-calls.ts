import { ask, download, mailedHash } from '../account/export/exported.ts'
import { asSteve } from './cabinet-calls.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about a player's own data. */
export const exportCalls = {
  askForExport: {
    happy: asSteve(ask),
    async refused(site) {
      const steve = await site.player('Steve')
      for (let call = 0; call < 5; call += 1) await ask(steve)
      return ask(steve)
    },
  },
  downloadExport: {
    async happy(site) {
      await ask(await site.player('Steve'))
      return download(site, await mailedHash(site))
    },
    refused: (site) => download(site, 'unknown'),
  },
} satisfies Partial<Record<Name, Calls>>
