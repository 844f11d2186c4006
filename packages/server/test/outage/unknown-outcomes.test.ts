import assert from 'node:assert/strict'
import { compiledQuery, type Params } from '../../src/database/compiled-query.ts'
import type { Db } from '../../src/database/database.ts'
import { isOutage, isOutcomeUnknown } from '../../src/database/database-failure.ts'
import { networkFaultTest } from '../support/proxied-site.ts'
import type { Site } from '../support/site.ts'

type Setting = { name: string; value: string }

const insertSetting = compiledQuery((db, setting: Params<Setting>) =>
  db.insertInto('setting').values({ name: setting.name, value: setting.value }),
)

const selectSetting = compiledQuery((db, { name }: Params<{ name: string }>) =>
  db.selectFrom('setting').select('value').where('name', '=', name),
)

const insertInside = (db: Db, setting: Setting) =>
  db.transaction().execute(async (tx) => {
    await tx.insertInto('setting').values(setting).execute()
  })

const insertBuilt = (db: Db, setting: Setting) => db.insertInto('setting').values(setting).execute()

/** The settings that every test site has. */
const SET_UP = ['setup.finished', 'defaultLanguage', 'emailConfirmation']

/** Returns the names of the stored settings. */
async function names({ app }: Site): Promise<string[]> {
  const rows = await app.db
    .selectFrom('setting')
    .select('name')
    .where('name', 'not in', SET_UP)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the kind of a failure, or that there is none. */
async function sortOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!isOutage(error)) return String(error)
    return isOutcomeUnknown(error) ? 'unknown' : 'nothing changed'
  }
}

networkFaultTest(
  'a write whose response is lost has an unknown outcome',
  async ({ site, proxy }) => {
    const { db } = site.app
    await insertSetting(db, { name: 'warm', value: '' })

    proxy.loseNextResponse()
    const alone = await sortOf(insertSetting(db, { name: 'alone', value: '' }))
    proxy.loseResponseTo('commit')
    const inside = await sortOf(insertInside(db, { name: 'inside', value: '' }))
    proxy.loseResponseTo('insert into "setting"')
    const built = await sortOf(insertBuilt(db, { name: 'built', value: '' }))

    assert.deepEqual([inside, alone, built], ['unknown', 'unknown', 'unknown'])
    assert.deepEqual(await names(site), ['alone', 'built', 'inside', 'warm'])
  },
)

networkFaultTest(
  'a transaction lost before its commit has changed nothing',
  async ({ site, proxy }) => {
    const { db } = site.app

    proxy.loseResponseTo('insert into "setting"')
    const inside = await sortOf(insertInside(db, { name: 'inside', value: '' }))
    await proxy.cut()
    const unsent = [
      await sortOf(insertInside(db, { name: 'inside', value: '' })),
      await sortOf(insertSetting(db, { name: 'alone', value: '' })),
      await sortOf(insertBuilt(db, { name: 'built', value: '' })),
    ]
    await proxy.restore()

    assert.deepEqual([inside, ...unsent], Array(4).fill('nothing changed'))
    assert.deepEqual(await names(site), [])
  },
)

networkFaultTest('a read whose response is lost has a known outcome', async ({ site, proxy }) => {
  const { db } = site.app
  const read = () => selectSetting(db, { name: 'warm' })
  await read()

  proxy.loseNextResponse()
  const alone = await sortOf(read())
  proxy.loseResponseTo('from "setting"')
  const built = await sortOf(names(site))

  assert.deepEqual([alone, built], ['nothing changed', 'nothing changed'])
  assert.equal(await sortOf(read()), 'done')
})
