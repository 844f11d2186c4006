import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHost } from './host.ts'
import { nobody, openLibrary, openStandIn, profileOf, STEVE } from './stand-in-site.ts'

test('the game gets the skin and cape of the player’s profile', async () => {
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

test('unknown players and players without a skin get the same result', async () => {
  await using site = await openStandIn(({ path }) =>
    path.includes('Steve') ? { json: profileOf() } : nobody,
  )
  const skin = openLibrary(site).skin()
  const nothing = { skinUrl: '', capeUrl: '', slim: false }

  assert.deepEqual(await skin.textures({ username: 'Steve' }), nothing)
  assert.deepEqual(await skin.textures({ username: 'Nobody' }), nothing)
})

test('news items keep the order of the site, without those that have no title', async () => {
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

const readable = {
  id: '7',
  title: 'Read',
  body: 'Text',
  publishedAt: '2030-01-01T12:00:00.000Z',
  link: 'https://l',
}
const unreadable = { ...readable, id: '8', publishedAt: 'yesterday' }

test('unreadable news items are skipped and reported once', async () => {
  const [lines, titles]: [string[], string[][]] = [[], []]
  await using site = await openStandIn(() => ({ json: { items: [] } }))
  const portal = openLibrary(site, {}, { warn: (line) => lines.push(line) })
  const news = portal.news()
  const ask = async (...items: unknown[]) => {
    site.answers(() => ({ json: { items } }))
    titles.push((await news.items()).map(({ title }) => title))
  }

  await ask(unreadable, readable)
  await ask(unreadable, readable)
  await ask(null, { ...readable, id: 9 }, { ...unreadable, id: '\n' }, readable)
  await ask(readable)
  await ask(unreadable)

  assert.deepEqual(titles, [['Read'], ['Read'], ['Read'], ['Read'], []])
  assert.deepEqual(lines, [
    'unreadable news items are left out, by id: ["8"]',
    'unreadable news items are left out, by id: ["","","\\n"]',
    'unreadable news items are left out, by id: ["8"]',
  ])
})

test('the host’s log names news items that were skipped as unreadable', async () => {
  await using site = await openStandIn(() => ({ json: { items: [unreadable, readable] } }))
  await using host = await openHost({ config: { portal: { url: site.url, apiKey: 'key' } } })
  const handle = await host.portal.open('news')

  const { items } = await host.portal.call('NewsItems', { handle })
  await host.portal.call('NewsItems', { handle })
  await host.portal.stop()

  assert.deepEqual(
    items.map(({ title }: { title: string }) => title),
    ['Read'],
  )
  assert.equal(
    host.portal.output.stderr.match(/^\[WARN\] portal: unreadable news .+ \["8"\]$/gm)?.length,
    1,
  )
})
