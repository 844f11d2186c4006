import assert from 'node:assert/strict'
import { endpoints } from '@portal/contract'
import { route } from '../../src/http/route.ts'
import { buildSite } from '../../src/server.ts'
import { openBrowser } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

sqliteTest('a response contains only the fields of its endpoint’s schema', async (site) => {
  const columns = { status: 'ok' as const, passwordHash: '$argon2id$', totpSealed: 'sealed' }
  const careless = route(endpoints.live, async () => columns)
  await using open = new AsyncDisposableStack()
  const server = open.adopt(await buildSite(site.app, [careless]), (it) => it.close())

  const { status, body } = await openBrowser(server).get(endpoints.live.path)

  assert.deepEqual([status, body], [200, { status: 'ok' }])
})
