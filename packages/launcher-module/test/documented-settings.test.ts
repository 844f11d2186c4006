import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPages } from '../../server/test/documents/documents.ts'
import { snippetsOf } from '../../web/src/pages/admin/integrations/product-settings.ts'
import { openHost } from './host.ts'
import { readHostSettings } from './host-settings.ts'
import { type Asked, openStandIn, profileOf } from './stand-in-site.ts'

const examples = readPages().flatMap(({ path, blocks }) =>
  blocks
    .filter(({ language, text }) => language === 'json' && text.includes('"modules"'))
    .map(({ text }) => ({ path, text })),
)

test('the admin page shows the documented settings', () => {
  const [, settings] = snippetsOf('laminara', {
    url: 'https://example.org',
    key: 'portal_…',
    builds: ['*'],
  })
  const given = readHostSettings(settings?.text ?? '')
  const documented = readHostSettings(examples[0]?.text ?? '')

  assert.deepEqual(
    examples.map(({ path }) => path),
    ['docs/launcher.md'],
  )
  assert.deepEqual({ ...given, access: undefined }, { ...documented, access: undefined })
  assert.deepEqual(given.access.sources, {
    site: { type: 'portal', config: { permission: 'launcher.build.%build%' } },
  })
})

/** Steve has a permission, Alex a role, and Herobrine neither. */
function answer({ path }: Asked) {
  const named = (username: string, more: object) => ({ json: profileOf({ username, ...more }) })
  if (path.startsWith('news')) return { json: { items: [] } }
  if (path === 'user?username=Steve') return named('Steve', {})
  if (path === 'user?username=Alex') return named('Alex', { roles: ['helper'] })
  return named('Herobrine', {})
}

test('with the documented settings a launcher server uses all four providers', async () => {
  await using site = await openStandIn(answer)
  const shown = readHostSettings(examples[0]?.text ?? '')
  const { access, auth, modules, news, yggdrasil } = shown
  const settings = { ...Object(modules.config.portal), url: site.url, apiKey: 'key' }
  await using host = await openHost({ config: { ...modules.config, portal: settings } })
  const { portal } = host

  const rules = access.rules.map(({ source }) => access.sources[source])
  await portal.open('auth', auth.config)
  await portal.open('skin', yggdrasil.skinConfig)
  const handle = await portal.open('access', rules[0]?.config)
  const feed = await portal.open('news', news.source.config)
  const allows = async (build: string, username: string): Promise<boolean> =>
    (await portal.call('Allows', { handle, build, subject: { username } })).allowed
  await portal.call('NewsItems', { handle: feed })

  const names = [auth.provider, yggdrasil.skinProvider, news.source.type, rules[0]?.type]
  assert.deepEqual(new Set(names), new Set(['portal']))
  assert.deepEqual(
    [await allows('survival', 'Steve'), await allows('magic', 'Steve')],
    [true, false],
  )
  assert.deepEqual([await allows('magic', 'Alex'), await allows('other', 'Alex')], [true, false])
  assert.ok(site.paths().includes('news?limit=10'))
})

test('the documented settings let the game load skins from the site', () => {
  const { modules, yggdrasil } = readHostSettings(examples[0]?.text ?? '')

  assert.equal(yggdrasil.enabled, true)
  assert.deepEqual(yggdrasil.skinDomains, [new URL(Object(modules.config.portal).url).hostname])
})

test('the host refuses a setting placed beside the config of its source instead of inside it', () => {
  const beside = (examples[0]?.text ?? '').replace('"config": { "limit": 10 }', '"limit": 10')

  assert.throws(() => readHostSettings(beside), /news\/source .+"limit"/)
})
