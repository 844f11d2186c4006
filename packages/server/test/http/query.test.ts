import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '@portal/contract'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { createWebhook } from '../../src/webhooks/change-webhook.ts'
import { openCallers } from '../contract/callers.ts'
import { turnOn, waitForKey } from '../integrations/yggdrasil/game-player.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const rows: Endpoint[] = Object.values(endpoints)

/** Required query fields with valid values. */
const NEEDED: Record<string, string> = {
  username: 'Steve',
  permission: 'a',
  player: 'Steve',
  serverId: 'lobby',
}

sqliteTest('an unknown query field is ignored even if it is repeated', async (site) => {
  const { id, headersFor } = await openCallers(site)
  await turnOn(site)
  await waitForKey(site)
  const webhook = { name: 'Plugin', url: 'https://plugin.example/events' }
  const webhookId = (await createWebhook(site.app, COMMAND_LINE, webhook)).webhook.id
  const queried = rows
    .filter(({ query, path }) => query && !path.startsWith('/render'))
    .filter(({ method }) => method === 'GET') // others need a body
    .filter(({ name }) => name !== 'downloadBackup') // its ticket is made by another endpoint
  const known = new Set(queried.flatMap(({ query }) => Object.keys(query?.properties ?? {})))

  const replies = await Promise.all(
    queried.map((row) => {
      const own = Object.keys(row.query?.properties ?? {})
      const strange = [...known, 'more'].filter((name) => !own.includes(name))
      const query = strange.flatMap((name) => [`${name}=a`, `${name}=b`]).join('&')
      const path = row.path.replace(':uuid', id).replace('webhooks/:id', `webhooks/${webhookId}`)
      const needed = own.flatMap((name) => (name in NEEDED ? [`${name}=${NEEDED[name]}`] : []))
      const url = `${path}?${[query, ...needed].join('&')}`
      const method = row.name === 'streamEvents' ? 'HEAD' : 'GET' // its reply to GET never ends
      return site.browser().send(method, url, undefined, headersFor(row))
    }),
  )

  assert.deepEqual(
    replies.map(({ status, text }, n) => [queried[n]?.name, status < 300 ? '' : text]),
    queried.map(({ name }) => [name, '']),
  )
})

sqliteTest('a repeated query field of the contract is refused', async (site) => {
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

/** Returns the code of the expected refusal; the protocols of launchers and game servers have their own. */
function wordOf({ protocol: dialect }: Endpoint): string {
  return dialect === 'yggdrasil' ? 'IllegalArgumentException' : 'request.invalid'
}
