import assert from 'node:assert/strict'
import { deleteOldAudits } from '../../src/audit/audit-store.ts'
import { deleteExpiredSessions } from '../../src/sessions/expired-store.ts'
import { insertAccount } from '../support/insert-account.ts'
import { siteTest } from '../support/site.ts'

const COUNT = 500
const EVERY = Array.from({ length: COUNT }, (_, n) => n)
/** The size of a batch: so small that both tables need many batches. */
const PIECE = { pages: 1, rows: 7 }

siteTest('only expired sessions are deleted, in batches', async (site) => {
  const { db } = site.app
  const player_id = await insertAccount(site, 'Steve')
  const rest = { device: '', agent: '', ip: '', counter: 0, replacements: '[]' }
  const times = { created_at: 0, updated_at: 0 }
  const sessions = EVERY.map((n) => ({
    id: `session ${n}`,
    player_id,
    ...rest,
    ...times,
    expires_at: n % 3 === 0 ? 1001 : 1000,
  }))
  await db.insertInto('session').values(sessions).execute()
  await db.deleteFrom('session').where('id', 'in', ['session 1', 'session 499']).execute() // a gap

  await deleteExpiredSessions(db, 1000, PIECE)

  const left = await db.selectFrom('session').select('id').execute()
  const wanted = sessions.filter((session) => session.expires_at > 1000)
  assert.deepEqual(left.map(({ id }) => id).sort(), wanted.map(({ id }) => id).sort())
})

siteTest('only old audit entries are deleted, in batches', async (site) => {
  const { db } = site.app
  const rest = { action: 'x', actor: null, target: null, ip: null, before: null, after: null }
  const entries = EVERY.map((n) => ({ id: `entry ${n}`, at: n, ...rest }))
  await db.insertInto('audit').values(entries).execute()

  await deleteOldAudits(db, 490, 7)

  const left = await db.selectFrom('audit').select('at').orderBy('at').execute()
  assert.deepEqual(
    left.map(({ at }) => at),
    EVERY.filter((at) => at >= 490),
  )
})
