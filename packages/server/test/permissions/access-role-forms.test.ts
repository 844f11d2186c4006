import assert from 'node:assert/strict'
import { type Reply, tally } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'

sqliteTest('a role and a rank cannot have the same ID', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1)
  await owner.group('gold')

  const replies = [
    await owner.post('/admin/roles', { id: 'vip', name: 'x' }),
    await owner.post('/admin/groups', { id: 'vip', name: 'x' }),
    await owner.post('/admin/roles', { id: 'gold', name: 'x' }),
    await owner.post('/admin/groups', { id: 'gold', name: 'x' }),
    await owner.post('/admin/roles', { id: 'default', name: 'x' }),
    await owner.post('/admin/groups', { id: 'banned', name: 'x' }),
  ]

  const vip = await owner.get('/admin/roles/vip')
  assert.deepEqual(tally(replies), { '409 bundle.taken': 6 })
  assert.equal(vip.body.name, 'VIP')
})

sqliteTest('an invalid field of a role is named in the refusal', async (site) => {
  const owner = await openOwner(site)
  const role = { id: 'vip', name: 'VIP', priority: 1, permissions: ['a.b'] }
  const wrong: [change: object, field: string][] = [
    [{ id: '' }, 'id'],
    [{ id: 'VIP' }, 'id'],
    [{ id: 'a.b' }, 'id'],
    [{ id: 'x'.repeat(33) }, 'id'],
    [{ id: 'ы' }, 'id'],
    [{ id: undefined }, 'id'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ name: undefined }, 'name'],
    [{ priority: 1.5 }, 'priority'],
    [{ priority: '1' }, 'priority'],
    [{ priority: 1e12 }, 'priority'],
    [{ permissions: 'a.b' }, 'permissions'],
    [{ permissions: ['a.b', 'a b'] }, 'permissions.1'],
    [{ permissions: ['a.**'] }, 'permissions.0'],
    [{ permissions: ['a\u0000'] }, 'permissions.0'],
    [{ permissions: ['a', 'b', ''] }, 'permissions.2'],
    [{ permissions: [5] }, 'permissions.0'],
    [{ permissions: [`${'a.'.repeat(128)}b`] }, 'permissions.0'],
    [{ permissions: Array(1001).fill('a') }, 'permissions'],
  ]

  const made: Reply[] = []
  const changed: Reply[] = []
  await owner.role('old', 1)
  for (const [change] of wrong) {
    made.push(await owner.post('/admin/roles', { ...role, ...change }))
    if (!('id' in change)) changed.push(await owner.patch('/admin/roles/old', change))
  }

  assert.deepEqual(
    made.map(({ status, body }) => [status, body.error, body.fields?.[0]?.field]),
    wrong.map(([, field]) => [400, 'request.invalid', field]),
  )
  assert.deepEqual(tally(changed), { '400 request.invalid': 14, 200: 1 }) // a change without a named field changes nothing
})

sqliteTest('the refusal of an invalid permission explains the syntax', async (site) => {
  const owner = await openOwner(site)

  const { body } = await owner.post('/admin/roles', {
    id: 'vip',
    name: 'VIP',
    permissions: ['a b'],
  })

  assert.deepEqual(body.fields, [
    {
      field: 'permissions.0',
      message:
        'A permission consists of words of Latin letters, digits, _ and -, joined by dots; * stands for any word, and a leading - denies.',
    },
  ])
})

sqliteTest('a kernel permission cannot be put into a role or a rank', async (site) => {
  const owner = await openOwner(site)
  await owner.role('vip', 1)
  await owner.group('gold')
  const nodes = ['kernel.launcher.provider', 'KERNEL.*', '-kernel.provider', '!kernel', 'kernel']

  const replies: Reply[] = []
  for (const node of nodes) {
    const permissions = ['a.b', node]
    replies.push(await owner.post('/admin/roles', { id: 'x', name: 'X', permissions }))
    replies.push(await owner.post('/admin/groups', { id: 'x', name: 'X', permissions }))
    replies.push(await owner.patch('/admin/roles/vip', { permissions }))
    replies.push(await owner.patch('/admin/groups/gold', { permissions }))
  }

  assert.deepEqual(tally(replies), { '400 permission.notassignable': 20 })
})

sqliteTest('a malformed cursor of the list of roles is refused', async (site) => {
  const owner = await openOwner(site)

  const replies = await Promise.all(
    ['nonsense', 'WzFd', 'WyJhIiwiYiJd', 'bnVsbA'].map((cursor) =>
      owner.get(`/admin/roles?cursor=${cursor}`),
    ),
  )

  assert.deepEqual(tally(replies), { '400 request.invalid': 4 })
})

sqliteTest(
  'an ID that is not a role returns 404, even if it is a rank or malformed',
  async (site) => {
    const owner = await openOwner(site)
    await owner.group('gold')

    const replies: Reply[] = []
    for (const id of ['unknown', 'gold', 'VIP', '%00', 'a%20b', 'x'.repeat(500), '..%2f', 'ы']) {
      const path = `/admin/roles/${encodeURI(id).replaceAll('%25', '%')}`
      replies.push(await owner.get(path))
      replies.push(await owner.patch(path, { name: 'X' }))
      replies.push(await owner.delete(path))
    }

    assert.deepEqual(tally(replies), { '404 role.notfound': 24 })
  },
)
