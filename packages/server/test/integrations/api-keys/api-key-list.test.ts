import assert from 'node:assert/strict'
import { outcome, type Reply } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { keyCalls, keyOwner, keyReader } from './key-manager.ts'

sqliteTest('reading keys requires a permission, and only superusers change keys', async (site) => {
  const owner = await keyOwner(site)
  const { id } = await owner.made()
  const reader = await keyReader(site)
  const steve = keyCalls(await site.player('Steve'))
  const nobody = keyCalls({ browser: site.browser(), accessToken: 'nobody' })

  const asked = await Promise.all(
    [nobody, steve, reader, owner].map(async (who) => [
      outcome(await who.list()),
      outcome(await who.show(id)),
      outcome(await who.create()),
      outcome(await who.change(id, { name: 'Other' })),
    ]),
  )
  const revoked = [
    outcome(await steve.revoke(id)),
    outcome(await reader.revoke(id)),
    outcome(await owner.revoke(id)),
  ]

  const all = (answer: string) => Array(4).fill(answer)
  const FORBIDDEN = '403 auth.forbidden'
  assert.deepEqual(asked, [
    all('401 auth.unauthorized'),
    all(FORBIDDEN),
    ['200', '200', FORBIDDEN, FORBIDDEN],
    all('200'),
  ])
  assert.deepEqual(revoked, [FORBIDDEN, FORBIDDEN, '204'])
})

siteTest('keys are listed newest first, in pages, and can be searched by name', async (site) => {
  const owner = await keyOwner(site)
  const names = ['Main', 'Test 100%', 'Сервер', 'сервер 2', 'Main_2']
  for (const name of names) {
    site.wait(1)
    await owner.made({ name })
  }
  await owner.revoke((await owner.list()).body.items[0].id)

  const first = await owner.list({ limit: '2' })
  const second = await owner.list({ limit: '2', cursor: first.body.next })
  const third = await owner.list({ limit: '2', cursor: second.body.next })
  const found: Record<string, string[]> = {}
  for (const query of ['main', 'СЕРВЕР', '%', '_', '2', 'nothing', ' Test ']) {
    found[query] = namesOf(await owner.list({ query }))
  }

  assert.deepEqual([first, second, third].map(namesOf), [
    ['Main_2', 'сервер 2'],
    ['Сервер', 'Test 100%'],
    ['Main'],
  ])
  assert.equal(third.body.next, null)
  assert.deepEqual(found, {
    main: ['Main_2', 'Main'],
    СЕРВЕР: ['сервер 2', 'Сервер'],
    '%': ['Test 100%'],
    _: ['Main_2'],
    2: ['Main_2', 'сервер 2'],
    nothing: [],
    ' Test ': ['Test 100%'],
  })
})

sqliteTest('an invalid limit or cursor is refused, and a large limit is reduced', async (site) => {
  const owner = await keyOwner(site)

  const replies = await Promise.all(
    [{ limit: '0' }, { limit: 'x' }, { cursor: 'junk' }, { limit: '5000' }].map(owner.list),
  )

  assert.deepEqual(replies.map(outcome), [
    '400 request.invalid',
    '400 request.invalid',
    '400 request.invalid',
    '200',
  ])
})

function namesOf({ body }: Reply): string[] {
  return body.items.map(({ name }: { name: string }) => name)
}
