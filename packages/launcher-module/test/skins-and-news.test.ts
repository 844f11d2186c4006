import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nobody, openLibrary, openStandIn, profileOf, STEVE } from './stand-in-site.ts'

test('a player wears what his profile says', async () => {
  const textures = {
    skin: { url: 'https://site/textures/a', slim: true },
    cape: { url: 'https://site/textures/b' },
  }
  await using site = await openStandIn(() => ({ json: profileOf({ textures }) }))
  const skin = openLibrary(site).skin()

  const worn = await skin.textures({ uuid: STEVE, username: 'Somebody' })

  assert.deepEqual(worn, {
    skinUrl: 'https://site/textures/a',
    capeUrl: 'https://site/textures/b',
    slim: true,
  })
  assert.deepEqual(site.paths(), [`user?uuid=${STEVE}`])
})

test('who wears nothing and who is unknown look the same', async () => {
  await using site = await openStandIn(({ path }) =>
    path.includes('Steve') ? { json: profileOf() } : nobody,
  )
  const skin = openLibrary(site).skin()
  const nothing = { skinUrl: '', capeUrl: '', slim: false }

  assert.deepEqual(await skin.textures({ username: 'Steve' }), nothing)
  assert.deepEqual(await skin.textures({ username: 'Nobody' }), nothing)
})

test('news come newest first as the site sends them, without those that have no title', async () => {
  const item = { id: '7', body: 'Text', publishedAt: '2030-01-01T12:00:00.000Z', link: 'https://l' }
  await using site = await openStandIn(() => ({
    json: {
      items: [
        { ...item, title: 'New', tag: 'event', banner: 'https://b' },
        { ...item, title: ' \n' },
        { ...item, id: '6', title: 'Old' },
      ],
    },
  }))
  const portal = openLibrary(site)

  const items = await portal.news({ limit: 10 }).items()
  await portal.news().items()

  const common = { body: 'Text', publishedAt: Date.UTC(2030, 0, 1, 12), link: 'https://l' }
  assert.deepEqual(items, [
    { ...common, id: '7', title: 'New', tag: 'event', banner: 'https://b' },
    { ...common, id: '6', title: 'Old', tag: '', banner: '' },
  ])
  assert.deepEqual(site.paths(), ['news?limit=10', 'news'])
})
