import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { namesOf, offerRenames } from '../account/names/renamer.ts'
import { register } from '../account/registration/registration.ts'
import { auditEntries } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, json, REFUSED } from './command.ts'

sqliteTest('player free-name releases a reserved name', async (site) => {
  await offerRenames(site)
  const steve = await site.player('Steve')
  await namesOf(site, steve).change('Herobrine')
  const [until, keptUntil] = [isoInstant(site.now()), isoInstant(site.now() + 90 * DAY)]

  const names = await json(site, ['player', 'names', 'herobrine'])
  const freed = await json(site, ['player', 'free-name', 'sTEVE'])
  const again = await command(site, ['player', 'free-name', 'Steve'])
  const after = await json(site, ['player', 'names', 'herobrine'])
  const taken = await register(site, 'Steve', 1)

  assert.deepEqual(names, [{ name: 'Steve', until, keptUntil }])
  assert.deepEqual(freed, { name: 'Steve', wasKeptFor: 'Herobrine' })
  assert.deepEqual([again.code, again.stderr], [REFUSED, 'error: the name Steve is not reserved\n'])
  assert.deepEqual(after, [{ name: 'Steve', until, keptUntil: null }])
  assert.equal(outcome(taken), '201')
  assert.deepEqual(await auditEntries(site, 'player.name-freed'), [
    {
      action: 'player.name-freed',
      actor: 'command',
      target: steve.id,
      ip: null,
      before: 'Steve',
      after: null,
    },
  ])
})
