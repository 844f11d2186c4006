import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import {
  type Fields,
  logInByTelegram,
  returned,
  signed,
  steveAt,
  TELEGRAM,
  VECTOR,
} from './by-telegram.ts'
import { sqliteOutsideTest } from './outside.ts'
import { beginLink, finishLink, ownerWithProvider } from './with-identity.ts'

async function linkedSteve(site: Site) {
  await ownerWithProvider(site, TELEGRAM)
  const steve = await site.player('Steve')
  const { body } = await beginLink(steve, 'telegram')
  const linked = await finishLink(steve, returned(body.url, VECTOR), 'telegram')
  assert.equal(linked.status, 200)
  return { ...steve, linked }
}

sqliteOutsideTest(
  'a Telegram result signed for the bot links an account and signs in',
  async (site) => {
    const { linked, id } = await linkedSteve(site)
    site.wait(MINUTE)

    const reply = await logInByTelegram(site.browser(), signed(steveAt(site.now())))

    assert.equal(linked.body.linked.name, 'steve_mc')
    assert.equal(reply.body.signedIn.user.uuid, id)
  },
)

sqliteOutsideTest(
  'the Telegram sign-in URL contains the bot, this site and the return URL',
  async (site) => {
    await ownerWithProvider(site, TELEGRAM)

    const { body } = await site.browser().post('/auth/identity/telegram/options')

    const url = new URL(body.url)
    const back = new URL(url.searchParams.get('return_to') ?? '')
    assert.equal(`${url.origin}${url.pathname}`, 'https://oauth.telegram.org/auth')
    assert.deepEqual(
      [url.searchParams.get('bot_id'), url.searchParams.get('origin')],
      ['123456789', 'http://localhost:8080'],
    )
    assert.equal(`${back.origin}${back.pathname}`, 'http://localhost:8080/linked/telegram')
    assert.match(back.searchParams.get('state') ?? '', /^login_/)
  },
)

sqliteOutsideTest('a signed Telegram result works only once', async (site) => {
  await linkedSteve(site)
  const result = signed(steveAt(site.now()))

  const first = await logInByTelegram(site.browser(), result)
  const again = await logInByTelegram(site.browser(), result)
  const linkedWith = await logInByTelegram(site.browser(), VECTOR)

  assert.deepEqual([first, again, linkedWith].map(outcome), [
    '200',
    '400 identity.wrong',
    '400 identity.wrong',
  ])
})

sqliteOutsideTest('a signed Telegram result expires after ten minutes', async (site) => {
  await linkedSteve(site)
  const at = site.now()
  site.wait(10 * MINUTE - 1)
  const inTime = await logInByTelegram(site.browser(), signed(steveAt(at)))
  site.wait(1)

  const late = await logInByTelegram(site.browser(), signed(steveAt(at, { username: 'steve' })))
  const ahead = await logInByTelegram(site.browser(), signed(steveAt(site.now() + 2 * MINUTE)))

  assert.deepEqual([inTime, late, ahead].map(outcome), [
    '200',
    '400 identity.wrong',
    '400 identity.wrong',
  ])
})

const changed = (result: string, change: Fields) =>
  Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(result, 'base64url').toString()), ...change }),
  ).toString('base64url')

/**
 * Returns a forged result: the signature belongs to a player whose name contains a line break and `id=…`, and the
 * result has that line as its id.
 */
function lineAsId(at: number): string {
  const { id } = steveAt(at)
  const theirs = steveAt(at, { id: 5, first_name: `Alex\nid=${id}`, username: 'alex' })
  const { hash } = JSON.parse(Buffer.from(signed(theirs), 'base64url').toString())
  const { auth_date } = theirs
  const read = { auth_date, first_name: 'Alex', id, 'id=5\nusername': 'alex', hash }
  return Buffer.from(JSON.stringify(read)).toString('base64url')
}

const FORGERIES: Record<string, (at: number) => string> = {
  'another bot signed': (at) => signed(steveAt(at), '123456789:another-token-of-the-same-length'),
  'was changed to name another account': (at) => changed(signed(steveAt(at)), { id: 1 }),
  'has an unsigned additional field': (at) => changed(signed(steveAt(at)), { admin: 'yes' }),
  'takes its id from a line of a name': lineAsId,
  'has no signature': (at) => Buffer.from(JSON.stringify(steveAt(at))).toString('base64url'),
  'has an empty signature': (at) => changed(signed(steveAt(at)), { hash: '' }),
  'names no account': (at) => signed({ auth_date: Math.floor(at / SECOND) }),
  'is not JSON': () => 'AAAA',
  'is empty': () => '',
}

for (const [what, forge] of Object.entries(FORGERIES)) {
  sqliteOutsideTest(`a Telegram result that ${what} is refused`, async (site) => {
    await linkedSteve(site)

    const reply = await logInByTelegram(site.browser(), forge(site.now()))

    assert.equal(outcome(reply), '400 identity.wrong')
  })
}

sqliteOutsideTest('a player who declines at Telegram gets identity.cancelled', async (site) => {
  await linkedSteve(site)

  const reply = await logInByTelegram(site.browser(), 'false')

  assert.equal(outcome(reply), '400 identity.cancelled')
})

sqliteOutsideTest('a client ID that does not belong to the bot token is refused', async (site) => {
  const notch = await ownerWithProvider(site, TELEGRAM)
  const create = (more: object) =>
    notch.send('POST', '/admin/identity-providers', { ...TELEGRAM, slug: 'other', ...more })

  const refused = [
    await create({ clientId: '1' }),
    await create({ clientId: 'portal_bot', clientSecret: 'secret' }),
    await notch.send('PATCH', '/admin/identity-providers/telegram', { clientId: '1' }),
  ]

  for (const reply of refused) {
    assert.deepEqual(
      [outcome(reply), reply.body.fields?.[0]?.field],
      ['400 request.invalid', 'clientId'],
    )
  }
})
