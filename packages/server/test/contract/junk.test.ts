import { type Endpoint, endpoints } from '@portal/contract'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { sharedSiteTest } from '../support/shared-site.ts'
import { assertMatchesContract } from './assert-contract.ts'

const rows: Endpoint[] = Object.values(endpoints)
const rowTest = sharedSiteTest()

for (const [index, row] of rows.entries()) {
  rowTest(
    `${row.method} ${row.path} responds to junk as the contract describes`,
    async ({ site, ip }) => {
      const steve = await site.player(`Steve${index}`, { ip })
      if (row.protocol) await turnOn(site)
      site.app.eventStreams.stop() // an open stream would never end
      const path = row.path.replace(/:\w+/g, 'junk')
      const bodies: [body: object | string | undefined, headers: Record<string, string>][] = [
        [undefined, {}],
        [{}, {}],
        ['{', {}],
        ['[null]', {}],
        ['hello', { 'content-type': 'text/plain' }],
        [{ more: 'x'.repeat(70_000) }, {}],
        [{ username_or_email: '\u0000', code: '\u0000', refresh_token: '\u0000' }, {}],
      ]

      const replies: Reply[] = []
      for (const [body, headers] of bodies) {
        for (const caller of [{}, bearer('junk'), bearer(steve.accessToken)]) {
          const sent = { ...headers, ...caller }
          replies.push(await site.browser({ ip }).send(row.method, path, body, sent))
          replies.push(await steve.browser.send(row.method, path, body, sent))
        }
      }

      for (const reply of replies) assertMatchesContract(row, reply)
    },
  )
}
