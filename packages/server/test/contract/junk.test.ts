import { type Endpoint, endpoints } from '@portal/contract'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { assertKept } from './assert-contract.ts'

const rows: Endpoint[] = Object.values(endpoints)

for (const row of rows) {
  siteTest(`${row.method} ${row.path} has an answer of its row for any junk`, async (site) => {
    const steve = await site.player('Steve')
    if (row.dialect) await turnOn(site)
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
        replies.push(await site.browser().send(row.method, path, body, { ...headers, ...caller }))
        replies.push(await steve.browser.send(row.method, path, body, { ...headers, ...caller }))
      }
    }

    for (const reply of replies) assertKept(row, reply)
  })
}
