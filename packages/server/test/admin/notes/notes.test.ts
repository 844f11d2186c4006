import assert from 'node:assert/strict'
import { exportOf } from '../../account/export/exported.ts'
import { outcome } from '../../support/browser.ts'
import {
  auditsOf,
  openOwner,
  openStaff,
  type Staff,
  sqliteStaffTest,
  staffTest,
} from '../../support/staff.ts'

const READER = ['panel.access', 'panel.players.read']

const notesOf = async (staff: Staff, playerId: string) =>
  (await staff.get(`/admin/players/${playerId}/timeline?kind=notes`)).body.items.map(
    ({ note }: { note: { text: string; authorName: string; deletable: boolean } }) => [
      note.text,
      note.authorName,
      note.deletable,
    ],
  )

staffTest('staff can add notes and delete their own', async (site) => {
  const steve = await site.player('Steve')
  const mod = await openStaff(site, 'Mod', { nodes: READER })
  const peer = await openStaff(site, 'Peer', { nodes: READER })
  const path = `/admin/players/${steve.id}/notes`

  const added = await mod.post(path, { text: ' Warned twice \n' })
  site.wait(1000)
  await peer.post(path, { text: 'Asked to stop' })
  const seen = await notesOf(mod, steve.id)
  site.wait(1000)
  const foreign = await peer.delete(`${path}/${added.body.id}`)
  const own = await mod.delete(`${path}/${added.body.id}`)
  const again = await mod.delete(`${path}/${added.body.id}`)

  assert.equal(added.body.text, 'Warned twice')
  assert.deepEqual(seen, [
    ['Asked to stop', 'Peer', false],
    ['Warned twice', 'Mod', true],
  ])
  assert.deepEqual([foreign, own, again].map(outcome), [
    '403 auth.forbidden',
    '204',
    '404 note.notfound',
  ])
  assert.deepEqual(await notesOf(mod, steve.id), [['Asked to stop', 'Peer', false]])
  const audits = await auditsOf(site, 'player.note')
  const entry = { target: steve.id, ip: '127.0.0.1', before: null, after: null }
  assert.deepEqual(audits, [
    { action: 'player.note-added', actor: mod.id, ...entry },
    { action: 'player.note-added', actor: peer.id, ...entry },
    { action: 'player.note-deleted', actor: mod.id, ...entry },
  ])
})

sqliteStaffTest('staff need a permission to delete a note of another author', async (site) => {
  const steve = await site.player('Steve')
  const mod = await openStaff(site, 'Mod', { nodes: READER })
  const chief = await openStaff(site, 'Chief', { nodes: [...READER, 'panel.players.notes'] })
  const path = `/admin/players/${steve.id}/notes`
  const { body } = await mod.post(path, { text: 'Warned' })

  const seen = await notesOf(chief, steve.id)
  const elsewhere = await chief.delete(`/admin/players/${mod.id}/notes/${body.id}`)
  const deleted = await chief.delete(`${path}/${body.id}`)

  assert.deepEqual(seen, [['Warned', 'Mod', true]])
  assert.deepEqual([elsewhere, deleted].map(outcome), ['404 note.notfound', '204'])
})

sqliteStaffTest('staff cannot see or change notes about themselves', async (site) => {
  const boss = await openOwner(site)
  const mod = await openStaff(site, 'Mod', { nodes: ['panel.access', 'panel.players.*'] })
  const path = `/admin/players/${mod.id}`
  const { body } = await boss.post(`${path}/notes`, { text: 'Too strict' })

  const line = await mod.get(`${path}/timeline`)
  const filtered = await mod.get(`${path}/timeline?kind=notes`)
  const added = await mod.post(`${path}/notes`, { text: 'Very kind' })
  const deleted = await mod.delete(`${path}/notes/${body.id}`)

  assert.deepEqual([line.body.kinds.includes('notes'), filtered.body.items], [false, []])
  assert.equal(line.text.includes('Too strict'), false)
  assert.deepEqual([added, deleted].map(outcome), ['403 auth.forbidden', '403 auth.forbidden'])
  assert.deepEqual(await notesOf(boss, mod.id), [['Too strict', 'Owner', true]])
})

sqliteStaffTest('a note that is blank or longer than 1000 characters is refused', async (site) => {
  const boss = await openOwner(site)
  const steve = await site.player('Steve')
  const path = `/admin/players/${steve.id}/notes`

  const replies = []
  for (const text of ['', ' \n', 'x'.repeat(1001), 'a\u0000b', 'x'.repeat(1000)]) {
    replies.push(await boss.post(path, { text }))
  }
  const unknown = await boss.post('/admin/players/unknown/notes', { text: 'Who?' })

  const refused = '400 request.invalid'
  assert.deepEqual(replies.map(outcome), [refused, refused, refused, refused, '200'])
  assert.equal(outcome(unknown), '404 player.notfound')
})

staffTest('notes about a player are not part of the player’s export', async (site) => {
  const boss = await openOwner(site)
  const steve = await site.player('Steve')
  await boss.post(`/admin/players/${steve.id}/notes`, { text: 'Warned by Alex' })

  const { text } = await exportOf(site, steve)
  const deleted = await boss.post(`/admin/players/${steve.id}/delete`, {
    username: 'Steve',
    reason: 'asked',
  })
  const left = await site.app.db.selectFrom('staff_note').select('id').execute()

  assert.equal(text.includes('Warned'), false)
  assert.equal(text.includes('note-added'), false)
  assert.equal(deleted.status, 204)
  assert.deepEqual(left, [])
})
