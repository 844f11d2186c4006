import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '@portal/contract'
import { openCallers } from '../contract/callers.ts'
import { turnOn, waitForKey } from '../integrations/yggdrasil/game-player.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const rows: Endpoint[] = Object.values(endpoints)

/** What a row must be asked for. */
const NEEDED: Record<string, string> = {
  username: 'Steve',
  permission: 'a',
  player: 'Steve',
  serverId: 'lobby',
}

sqliteTest('a query field that the row does not know is ignored, even twice', async (site) => {
  const { id, headersFor } = await openCallers(site)
  await turnOn(site)
  await waitForKey(site)
  const queried = rows
    .filter(({ query, path }) => query && !path.startsWith('/render'))
    .filter(({ method }) => method === 'GET') // others need a body
    .filter(({ name }) => name !== 'downloadBackup') // its ticket is made by another row
  const known = new Set(queried.flatMap(({ query }) => Object.keys(query?.properties ?? {})))

  const replies = await Promise.all(
    queried.map((row) => {
      const own = Object.keys(row.query?.properties ?? {})
      const strange = [...known, 'more'].filter((name) => !own.includes(name))
      const query = strange.flatMap((name) => [`${name}=a`, `${name}=b`]).join('&')
      const path = row.path.replace(':uuid', id)
      const needed = own.flatMap((name) => (name in NEEDED ? [`${name}=${NEEDED[name]}`] : []))
      const url = `${path}?${[query, ...needed].join('&')}`
      return site.browser().send(row.method, url, undefined, headersFor(row))
    }),
  )

  assert.deepEqual(
    replies.map(({ status, text }, n) => [queried[n]?.name, status < 300 ? '' : text]),
    queried.map(({ name }) => [name, '']),
  )
})

sqliteTest('a query field that is given twice is refused', async (site) => {
  const { id, headersFor } = await openCallers(site)
  await turnOn(site)
  const asked = rows.flatMap((row) =>
    Object.keys(row.query?.properties ?? {}).map((field) => ({ row, field })),
  )

  const replies = await Promise.all(
    asked.map(({ row, field }) => {
      const path = row.path.replace(':uuid', id).replace(/:\w+/g, 'body')
      const url = `${path}?${field}=1&${field}=2`
      return site.browser().send(row.method, url, undefined, headersFor(row))
    }),
  )

  assert.ok(asked.length > 20)
  assert.deepEqual(
    replies.map(({ status, body }, n) => [asked[n]?.field, status, body.error]),
    asked.map(({ row, field }) => [field, 400, wordOf(row)]),
  )
})

/** Game servers are refused in words of their own. */
function wordOf({ dialect }: Endpoint): string {
  return dialect === 'yggdrasil' ? 'IllegalArgumentException' : 'request.invalid'
}
