import assert from 'node:assert/strict'
import { RANK_ICONS } from '@portal/contract'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../sign-in/sign-in-surfaces.ts'
import { type Reply, tally } from '../support/browser.ts'
import { auditsOf, openOwner, openStaff, sqliteStaffTest } from '../support/staff.ts'

const lookOf = ({ body }: Reply) => [body.color, body.icon]

sqliteStaffTest('the color and icon of a rank can be set, changed and removed', async (site) => {
  const owner = await openOwner(site)
  const change = (body: object) => owner.patch('/admin/groups/gold', body)

  const made = await owner.post('/admin/groups', {
    id: 'gold',
    name: 'Gold',
    color: '#FFD700',
    icon: 'crown',
  })
  const replies = [
    made,
    await owner.get('/admin/groups/gold'),
    await change({ color: '#abcdef' }),
    await change({ icon: 'star' }),
    await change({ name: 'Золото' }),
    await change({ color: null }),
    await change({ icon: null }),
    await owner.get('/admin/groups/gold'),
  ]

  assert.deepEqual(replies.map(lookOf), [
    ['#ffd700', 'crown'],
    ['#ffd700', 'crown'],
    ['#abcdef', 'crown'],
    ['#abcdef', 'star'],
    ['#abcdef', 'star'],
    [null, 'star'],
    [null, null],
    [null, null],
  ])
})

sqliteStaffTest('every listed icon can be chosen for a rank', async (site) => {
  const owner = await openOwner(site)
  await owner.group('gold')

  const replies: Reply[] = []
  for (const icon of RANK_ICONS) replies.push(await owner.patch('/admin/groups/gold', { icon }))

  assert.deepEqual(
    replies.map(({ body }) => body.icon),
    [...RANK_ICONS],
  )
})

sqliteStaffTest(
  'colors and icons that are not allowed are refused with the name of the field',
  async (site) => {
    const owner = await openOwner(site)
    await owner.group('gold')
    const wrong = [
      ...['', 'red', '#fff', '#12345g', '#1234567', '#12345678', '#123456;', 1].map((color) => ({
        color,
      })),
      ...['', 'skull', 'Star', 1].map((icon) => ({ icon })),
    ]

    const changed: Reply[] = []
    const created: Reply[] = []
    for (const look of wrong) {
      changed.push(await owner.patch('/admin/groups/gold', look))
      created.push(await owner.post('/admin/groups', { id: 'new', name: 'New', ...look }))
    }

    const all = [...changed, ...created]
    assert.deepEqual(tally(all), { '400 request.invalid': 2 * wrong.length })
    const fields = all.map(({ body }) => body.fields.map(({ field }: { field: string }) => field))
    const names = wrong.map((look) => Object.keys(look))
    assert.deepEqual(fields, [...names, ...names])
    const [red, skull] = [changed[1], changed[9]].map((reply) => reply?.body.fields[0].message)
    assert.deepEqual(
      [red, skull],
      ['Enter a color such as #1f6f5c.', 'Choose an icon of the list.'],
    )
    assert.deepEqual(lookOf(await owner.get('/admin/groups/gold')), [null, null])
  },
)

sqliteStaffTest(
  'a player’s public profile shows the colors and icons of the ranks',
  async (site) => {
    await changeSetting(site.app, BY_OWNER, { name: 'publicProfiles', text: 'on' })
    const owner = await openOwner(site)
    await owner.group('gold')
    await owner.group('iron')
    const steve = await openStaff(site, 'Steve')
    const card = `/admin/players/${steve.id}`
    for (const group of ['gold', 'iron']) await owner.post(`${card}/groups`, { group, days: 30 })
    await steve.get('/auth/me') // so that the site may have cached the ranks before the change
    await owner.patch('/admin/groups/iron', { color: '#C0C0C0', icon: 'sword' })

    const own = await steve.get('/auth/me')
    const shown = await owner.get(card)
    const profile = await site.browser().get('/public/players/Steve')

    const looks = [
      { id: 'gold', name: 'GOLD', color: null, icon: null },
      { id: 'iron', name: 'IRON', color: '#c0c0c0', icon: 'sword' },
    ]
    const withoutEnd = ({ expiresAt, ...look }: { expiresAt: string }) => look
    assert.deepEqual(own.body.user.groups.map(withoutEnd), looks)
    assert.deepEqual(shown.body.player.groups.map(withoutEnd), looks)
    assert.deepEqual(
      profile.body.groupBadges,
      looks.map(({ id, ...look }) => look),
    )
    assert.deepEqual(profile.body.groups, ['GOLD', 'IRON'])
  },
)

sqliteStaffTest('a changed color or icon of a rank is audited', async (site) => {
  const owner = await openOwner(site)
  await owner.group('gold')
  await owner.patch('/admin/groups/gold', { color: '#FFD700', icon: 'gem' })
  await owner.patch('/admin/groups/gold', { color: '#ffd700', icon: 'gem' }) // no change

  const audits = await auditsOf(site, 'group.changed')

  const looks = audits.map(({ before, after }) =>
    [before, after].map((text) => {
      const { color, icon } = JSON.parse(text ?? '')
      return [color, icon]
    }),
  )
  assert.deepEqual(looks, [
    [
      [null, null],
      ['#ffd700', 'gem'],
    ],
  ])
})
