import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '@portal/contract'
import { openCallers } from '../contract/callers.ts'
import { siteTest } from '../site.ts'

const rows: Endpoint[] = Object.values(endpoints)

siteTest('a query field that the row does not know is ignored, even twice', async (site) => {
  const { id, headersFor } = await openCallers(site)
  const queried = rows
    .filter(({ query, path }) => query && !path.startsWith('/render'))
    .filter(({ name }) => name !== 'downloadBackup') // its ticket is made by another row
  const known = new Set(queried.flatMap(({ query }) => Object.keys(query?.properties ?? {})))

  const replies = await Promise.all(
    queried.map((row) => {
      const own = Object.keys(row.query?.properties ?? {})
      const strange = [...known, 'more'].filter((name) => !own.includes(name))
      const query = strange.flatMap((name) => [`${name}=a`, `${name}=b`]).join('&')
      const path = row.path.replace(':uuid', id)
      const needed = row.name === 'launcherUser' ? 'username=Steve' : 'permission=a&player=Steve'
      const url = `${path}?${query}&${needed}`
      return site.browser().send(row.method, url, undefined, headersFor(row))
    }),
  )

  assert.deepEqual(
    replies.map(({ status, text }, n) => [queried[n]?.name, status, status === 200 ? '' : text]),
    queried.map(({ name }) => [name, 200, '']),
  )
})

siteTest('a query field that is given twice is refused', async (site) => {
  const { id, headersFor } = await openCallers(site)
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
    asked.map(({ field }) => [field, 400, 'request.invalid']),
  )
})
