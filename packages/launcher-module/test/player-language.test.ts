import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { openHost } from './host.ts'
import { type Asked, openLibrary, openStandIn, refusal } from './stand-in-site.ts'

const credentials = { login: 'Steve', password: 'correct horse' }
const MINUTES = 60_000

/** A site in the given language that knows this launcher server but no player. */
const siteIn = (defaultLanguage: string) => (asked: Asked) => {
  if (asked.path === '/config') return { json: { defaultLanguage } }
  if (asked.path === 'ping') return { json: { name: 'Craftland', version: '1.2.3' } }
  return refusal(403, 'auth.userblocked')
}

const RUSSIAN = 'Аккаунт заблокирован.'
const ENGLISH = 'This account is blocked.'

const hosts: [string, string, object, string][] = [
  ['en_US.UTF-8', 'ru', {}, RUSSIAN],
  ['ru_RU.UTF-8', 'en', {}, ENGLISH],
  ['en_US.UTF-8', 'en', { language: 'ru' }, RUSSIAN],
  ['en_US.UTF-8', 'ru', { language: 'site' }, RUSSIAN],
  ['ru_RU.UTF-8', 'de', {}, RUSSIAN],
]
for (const [lang, language, setting, sentence] of hosts) {
  const settings = JSON.stringify(setting)
  test(`the message to the first player has the expected language: LANG=${lang}, site in ${language}, ${settings}`, async () => {
    await using site = await openStandIn(siteIn(language))
    const portal = { url: site.url, apiKey: 'key', ...setting }
    await using host = await openHost({ lang, config: { portal } })
    await waitUntil(() => host.portal.output.stderr.includes('connected to'))
    const handle = await host.portal.open('auth')

    const refused = host.portal.call('Authenticate', { handle, username: 'S', password: 'p' })

    await assert.rejects(refused, { details: sentence })
  })
}

test('the console keeps the language of LANG although players get the site’s language', async () => {
  await using site = await openStandIn(siteIn('ru'))
  await using host = await openHost({ config: { portal: { url: site.url, apiKey: 'key' } } })
  await waitUntil(() => host.portal.output.stderr.includes('connected to'))

  site.answers(() => refusal(401, 'auth.invalidkey'))
  const { error } = await host.portal.command('portal', 'user', 'Steve')

  assert.match(error ?? '', /^The site refuses the key of this launcher server/)
})

test('a sign-in does not wait for the site to report its language', async () => {
  await using site = await openStandIn((asked) =>
    asked.path === '/config' ? () => undefined : siteIn('ru')(asked),
  )
  const signIn = openLibrary(site, { language: 'site', timeout: '0s' }).signIn()

  await assert.rejects(signIn.authenticate(credentials), { message: ENGLISH })
})

test('players get messages in a new language after the site changed its language', async () => {
  await using site = await openStandIn(siteIn('ru'))
  const portal = openLibrary(site, { language: 'site' })
  const signIn = () => portal.signIn().authenticate(credentials)
  await portal.learnPlayerLanguage()

  const first = await signIn().catch((error: Error) => error.message)
  site.answers(siteIn('en'))
  portal.wait(5 * MINUTES)
  await signIn().catch(() => undefined)
  await waitUntil(() => portal.playerLanguage() === 'en')
  const later = await signIn().catch((error: Error) => error.message)

  assert.deepEqual([first, later], [RUSSIAN, ENGLISH])
  const asked = site.asked.filter(({ path }) => path === '/config')
  assert.deepEqual(
    asked.map(({ headers }) => headers.authorization),
    [undefined, undefined],
  )
})
