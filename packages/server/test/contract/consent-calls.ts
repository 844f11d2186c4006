import { consentClient, openRules, type Rules } from '../account/consent/rules.ts'
import type { Reply } from '../support/browser.ts'
import { openStaff } from '../support/staff.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

const asOwner =
  (ask: (rules: Rules) => Promise<Reply>): Call =>
  async (site) =>
    ask(await openRules(site))

/** A successful and a refused call for each endpoint about consent. */
export const consentCalls = {
  listOwed: {
    happy: async (site) => consentClient(site, await site.player('Steve')).owed(),
    refused: (site) => site.browser().get('/cabinet/consents'),
  },
  agree: {
    async happy(site) {
      const steve = await site.player('Steve')
      return consentClient(site, steve).agreeTo((await openRules(site)).id, 1)
    },
    refused: async (site) => consentClient(site, await site.player('Steve')).agreeTo('none', 1),
  },
  listPlayerConsents: {
    happy: asOwner(({ owner }) => owner.get(`/admin/players/${owner.id}/consents`)),
    async refused(site) {
      const alex = await openStaff(site, 'Alex', { nodes: ['panel.players.read'] })
      return alex.get(`/admin/players/${alex.id}/consents`)
    },
  },
  listPageEditions: {
    happy: asOwner(({ editions }) => editions()),
    refused: asOwner(({ owner }) => owner.get('/admin/pages/none/editions')),
  },
  showPageEdition: {
    happy: asOwner(({ owner, id }) => owner.get(`/admin/pages/${id}/editions/1`)),
    refused: asOwner(({ owner, id }) => owner.get(`/admin/pages/${id}/editions/2`)),
  },
} satisfies Partial<Record<Name, Calls>>
