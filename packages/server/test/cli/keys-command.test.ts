import assert from 'node:assert/strict'
import { enableTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { siteTest } from '../support/site.ts'
import { json } from './command.ts'

siteTest('keys rotate re-encrypts every TOTP secret', async (site) => {
  for (const name of ['Steve', 'Alex']) await enableTwoFactor(site, await site.player(name))

  const { kid, resealed } = await json(site, ['keys', 'rotate'])

  const rows = await site.app.db.selectFrom('player').select('totp_sealed as sealed').execute()
  assert.equal(resealed, 2)
  assert.deepEqual(
    rows.map(({ sealed }) => sealed?.split('.', 1)),
    [[kid], [kid]],
  )
})
