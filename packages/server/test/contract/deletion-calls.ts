import { owner } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import { asSteve } from './cabinet-calls.ts'
import type { Calls, Name } from './contract-calls.ts'

const DELETION = '/cabinet/deletion'

/** A successful and a refused call for each endpoint about the deletion of a player's own account. */
export const deletionCalls = {
  showDeletion: {
    happy: asSteve((steve) => steve.browser.get(DELETION, bearer(steve.accessToken))),
    refused: (site) => site.browser().get(DELETION),
  },
  askForDeletion: {
    happy: asSteve((steve) =>
      steve.browser.post(DELETION, { username: 'Steve' }, bearer(steve.accessToken)),
    ),
    refused: asSteve((steve) =>
      steve.browser.post(DELETION, { username: 'Alex' }, bearer(steve.accessToken)),
    ),
  },
  cancelDeletion: {
    happy: asSteve((steve) => steve.browser.delete(DELETION, bearer(steve.accessToken))),
    refused: (site) => site.browser().delete(DELETION),
  },
  deletePlayer: {
    async happy(site) {
      const notch = await owner(site)
      const steve = await site.player('Steve')
      const body = { username: 'Steve', reason: 'A bot' }
      return notch.send('POST', `/admin/players/${steve.id}/delete`, body)
    },
    async refused(site) {
      const notch = await owner(site)
      const body = { username: 'Notch', reason: 'Enough' }
      return notch.send('POST', `/admin/players/${notch.id}/delete`, body)
    },
  },
} satisfies Partial<Record<Name, Calls>>
