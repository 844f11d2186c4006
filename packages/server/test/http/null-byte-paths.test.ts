import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '@portal/contract'
import { bearer } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'

const rows: Endpoint[] = Object.values(endpoints)

siteTest('a null byte in a path causes no server error', async (site) => {
  const owner = await openOwner(site)
  const headers = bearer(owner.accessToken)
  const named = rows.filter(({ path, upload }) => path.includes(':') && !upload)

  const failed = []
  for (const { method, path } of named) {
    const reply = await owner.browser.send(method, path.replace(/:\w+/g, '%00'), {}, headers)
    if (reply.status >= 500) failed.push(`${method} ${path}: ${reply.status}`)
  }

  assert.ok(named.length > 20)
  assert.deepEqual(failed, [])
})
