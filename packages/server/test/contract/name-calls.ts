import { namesOf, offerRenames } from '../account/names/renamer.ts'
import { bearer } from '../support/browser.ts'
import { asSteve } from './cabinet-calls.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about a player's own name. */
export const nameCalls = {
  showOwnNames: {
    async happy(site) {
      await offerRenames(site)
      const steve = await site.player('Steve')
      await namesOf(site, steve).change('Herobrine')
      return steve.browser.get('/cabinet/name', bearer(steve.accessToken))
    },
    refused: (site) => site.browser().get('/cabinet/name'),
  },
  changeOwnName: {
    async happy(site) {
      await offerRenames(site)
      return namesOf(site, await site.player('Steve')).change('Herobrine')
    },
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/name', { username: 'Herobrine' }, bearer(steve.accessToken)),
    ),
  },
} satisfies Partial<Record<Name, Calls>>
