import { type Endpoint, usesApiKey } from '@portal/contract'
import { BOTH, openLauncher } from '../integrations/launcher/launcher-server.ts'
import { queueFailed } from '../mail/queued-mail.ts'
import { bearer } from '../support/browser.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'
import type { Known } from './nonsense-values.ts'

/** Endpoints that would sign Steve or the owner out, so only Alex calls them. */
const ENDS_SESSIONS = /logout|\/auth\/sessions_/

/** Makes the callers and the targets of random requests. Alex is the target, so that Steve and the owner can go on. */
export async function openPeople(site: Site) {
  const owner = await openOwner(site, 'Notch')
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const launcher = await openLauncher(site, { permissions: BOTH, addresses: ['0.0.0.0/0', '::/0'] })
  const things = await openThings(site, owner, alex.id)

  /** Picks a caller at random: in half of the cases the owner, otherwise Steve, a bad token or no caller. */
  function headersFor(chance: SeededRandom, row: Endpoint): Record<string, string> {
    const dice = chance.upTo(10)
    if (dice === 0)
      return { authorization: chance.pick(['Bearer', 'Bearer a.b.c', 'Api-Key x', '']) }
    if (dice === 1) return {}
    if (usesApiKey(row)) return launcher.headers
    if (ENDS_SESSIONS.test(row.path)) return bearer(alex.accessToken)
    return bearer(dice < 5 ? steve.accessToken : owner.accessToken)
  }

  const people = [owner, steve, alex]
  const secrets = [...people.flatMap((one) => [one.accessToken, one.refreshToken]), launcher.secret]
  return {
    known: { ...things, ...wordsOf(alex.id) },
    headersFor,
    secrets: [...secrets, PASSWORD],
    steve,
  }
}

type Owner = Awaited<ReturnType<typeof openOwner>>

/** Makes roles, ranks, news, keys, a grant and a failed mail; returns their ids by path prefix. */
async function openThings(site: Site, owner: Owner, playerId: string): Promise<Known> {
  const numbers = [1, 2, 3, 4]
  for (const number of numbers) {
    await owner.role(`role${number}`, number, ['player.skin.hd'])
    await owner.group(`group${number}`, ['player.skin.hd'])
  }
  const pages = await Promise.all(
    numbers.map((number) => owner.post('/admin/pages', { titleEn: `Page ${number}` })),
  )
  const news = await Promise.all(
    numbers.map((number) => owner.post('/admin/news', { title: `News ${number}`, body: 'x' })),
  )
  const keys = await Promise.all(numbers.map(() => openLauncher(site)))
  const grants = await Promise.all(
    numbers.map((number) =>
      owner.post(`/admin/players/${playerId}/groups`, { group: `group${number}`, forever: true }),
    ),
  )
  return {
    '/admin/roles/': numbers.map((number) => `role${number}`),
    '/admin/groups/': numbers.map((number) => `group${number}`),
    '/admin/news/': news.map(({ body }) => body.id),
    '/public/news/': news.map(({ body }) => body.id),
    '/admin/pages/': pages.map(({ body }) => body.id),
    '/public/pages/': pages.map(({ body }) => body.slug),
    '/admin/api-keys/': keys.map(({ key }) => key.id),
    '/admin/mail/': [await queueFailed(site)],
    grantId: grants.map(({ body }) => body.grant.id),
  }
}

function wordsOf(playerId: string): Known {
  return {
    uuid: [playerId, playerId.toUpperCase(), playerId.replaceAll('-', '')],
    player: [playerId, 'Alex', 'steve', 'Alex.png', `${playerId}.png`],
    name: ['Alex', 'Steve'],
    view: ['head', 'body', 'avatar', 'bust', 'skin'],
    hash: ['0'.repeat(64), 'A'.repeat(43), 'f'.repeat(65)],
    roles: ['role1', 'default', 'nobody'],
    group: ['group1', 'group9'],
    id: ['role1', 'new-role', 'a'],
    password: [PASSWORD, 'another good sentence'],
    username_or_email: ['Alex', 'alex@example.org'],
    current: [PASSWORD],
    node: ['player.skin.hd', '-*', 'kernel.*'],
  }
}
