import assert from 'node:assert/strict'
import { compiledQuery, type Params } from '../../src/database/compiled-query.ts'
import type { Db } from '../../src/database/database.ts'
import { isOutage, isOutcomeUnknown } from '../../src/database/database-failure.ts'
import { wireTest } from '../support/proxied-site.ts'
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

/** Returns the names of settings that are in the database. */
async function names({ app }: Site): Promise<string[]> {
  const rows = await app.db
    .selectFrom('setting')
    .select('name')
    .where('name', '!=', 'setup.finished') // every test site has it
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Tells what sort of failure it is, or that there is none. */
async function sortOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!isOutage(error)) return String(error)
    return isOutcomeUnknown(error) ? 'unknown' : 'nothing changed'
  }
}

wireTest('a write whose answer is lost may have been carried out', async ({ site, wire }) => {
  const { db } = site.app
  await insertSetting(db, { name: 'warm', value: '' })

  wire.loseNextAnswer()
  const alone = await sortOf(insertSetting(db, { name: 'alone', value: '' }))
  wire.loseAnswerTo('commit')
  const inside = await sortOf(insertInside(db, { name: 'inside', value: '' }))
  wire.loseAnswerTo('insert into "setting"')
  const built = await sortOf(insertBuilt(db, { name: 'built', value: '' }))

  assert.deepEqual([inside, alone, built], ['unknown', 'unknown', 'unknown'])
  assert.deepEqual(await names(site), ['alone', 'built', 'inside', 'warm'])
})

wireTest('what was lost before its commit has changed nothing', async ({ site, wire }) => {
  const { db } = site.app

  wire.loseAnswerTo('insert into "setting"')
  const inside = await sortOf(insertInside(db, { name: 'inside', value: '' }))
  await wire.cut()
  const unsent = [
    await sortOf(insertInside(db, { name: 'inside', value: '' })),
    await sortOf(insertSetting(db, { name: 'alone', value: '' })),
    await sortOf(insertBuilt(db, { name: 'built', value: '' })),
  ]
  await wire.mend()

  assert.deepEqual([inside, ...unsent], Array(4).fill('nothing changed'))
  assert.deepEqual(await names(site), [])
})

wireTest('a read whose answer is lost leaves nothing open', async ({ site, wire }) => {
  const { db } = site.app
  const read = () => selectSetting(db, { name: 'warm' })
  await read()

  wire.loseNextAnswer()
  const alone = await sortOf(read())
  wire.loseAnswerTo('from "setting"')
  const built = await sortOf(names(site))

  assert.deepEqual([alone, built], ['nothing changed', 'nothing changed'])
  assert.equal(await sortOf(read()), 'done')
})
