import assert from 'node:assert/strict'
import { outcome } from '../browser.ts'
import { type Site, siteTest } from '../site.ts'

/** Asks for a reset link from one address. */
async function ask(site: Site, ip: string): Promise<string> {
  return outcome(
    await site.browser({ ip }).post('/auth/reset', { email: `${ip.length}@example.org` }),
  )
}

siteTest('all addresses of one IPv6 household share their limits', async (site) => {
  const used: string[] = []
  for (let turn = 1; turn <= 5; turn += 1) used.push(await ask(site, `2001:db8:0:7:${turn}::1`))

  const sixth = await ask(site, '2001:db8:0:7:ffff:ffff:ffff:ffff')
  const neighbour = await ask(site, '2001:db8:0:8::1')

  assert.deepEqual(new Set([...used, neighbour]), new Set(['204']))
  assert.equal(sixth, '429 request.toomany')
})
