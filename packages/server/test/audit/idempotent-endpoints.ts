import { type Endpoint, endpoints } from '@portal/contract'
import { newSetupToken } from '../../src/operations/setup/setup-token.ts'
import { offerRenames } from '../account/names/renamer.ts'
import { undoSetup } from '../account/registration/new-site.ts'
import { pngFile } from '../content/pictures/picture-files.ts'
import { openGameServer } from '../game-servers/game-server.ts'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { NEW_CLIENT } from '../openid/relying-party.ts'
import { form } from '../profiles/textures/texture-requests.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'

/** A key as a program would choose it. */
export const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'

/** Sends one request with an optional key and optional changes to its body. */
export type Send = (asked?: {
  key?: string | undefined
  body?: object
  instance?: number
}) => Promise<Reply>

/** Every idempotent endpoint. */
export const idempotentEndpoints: Endpoint[] = Object.values(
  endpoints as Record<string, Endpoint>,
).filter(({ idempotent: once }) => once)

const asOwner =
  (method: 'POST' | 'PATCH', path: string, body?: object, prepare = nothing) =>
  async (site: Site): Promise<Send> => {
    const owner = await openOwner(site)
    const steve = await site.player('Steve')
    const made = await prepare(owner)
    const url = path.replace(':player', steve.id).replace(':id', made)
    return ({ key, body: other, instance = 0 } = {}) => {
      const whole = body || other ? { ...body, ...other } : undefined
      return site
        .browser({ instance })
        .send(method, url, whole, { ...bearer(owner.accessToken), ...headerOf(key) })
    }
  }

/**
 * Prepares a request of a game server about Steve. In the path, `:id` stands for the ID of the grant that `prepare`
 * made.
 */
const asServer =
  (method: 'POST' | 'DELETE', path: string, body?: object, prepare?: Prepare) =>
  async (site: Site): Promise<Send> => {
    const owner = await openOwner(site)
    await owner.group('gold')
    const steve = await site.player('Steve')
    const server = await openGameServer(site)
    const made = await prepare?.(server, steve.id)
    const url = path.replace(':player', steve.id).replace(':id', made?.body.grant?.id ?? '')
    return async ({ key, body: other, instance = 0 } = {}) => {
      const whole = body || other ? { ...body, ...other } : undefined
      return server.send(method, url, whole, key, instance)
    }
  }

type GameServer = Awaited<ReturnType<typeof openGameServer>>
type Prepare = (server: GameServer, playerId: string) => Promise<Reply>

type Owner = Awaited<ReturnType<typeof openOwner>>

const PAGE = { titleEn: 'Rules', bodyEn: 'Be kind.', published: true }

async function nothing(_owner: Owner): Promise<string> {
  return ''
}

/** For each idempotent endpoint, prepares a site and returns a function that sends a valid request. */
export const makers: Record<string, (site: Site) => Promise<Send>> = {
  changeBalance: asOwner('POST', '/admin/players/:player/balance', {
    real: 5,
    reason: 'a payment',
  }),
  giveGrant: asOwner(
    'POST',
    '/admin/players/:player/groups',
    { group: 'gold', days: 30 },
    async (owner) => (await owner.group('gold')).id,
  ),
  banPlayer: asOwner('POST', '/admin/players/:player/ban', { reason: 'Griefing' }),
  addNote: asOwner('POST', '/admin/players/:player/notes', { text: 'Warned' }),
  createRole: asOwner('POST', '/admin/roles', { id: 'vip', name: 'VIP' }),
  createGroup: asOwner('POST', '/admin/groups', { id: 'gold', name: 'Gold' }),
  createNews: asOwner('POST', '/admin/news', { title: 'Season two', body: 'It *begins*.' }),
  createPage: asOwner('POST', '/admin/pages', PAGE),
  changePage: asOwner(
    'PATCH',
    '/admin/pages/:id',
    { version: 1, bodyEn: 'Be very kind.' },
    async (owner) => (await owner.post('/admin/pages', PAGE)).body.id,
  ),
  createApiKey: asOwner('POST', '/admin/api-keys', {
    name: 'Launcher',
    permissions: ['kernel.launcher.provider'],
    addresses: ['203.0.113.7'],
  }),
  createClient: asOwner('POST', '/admin/clients', NEW_CLIENT),
  replaceClientSecret: asOwner(
    'POST',
    '/admin/clients/:id/secret',
    undefined,
    async (owner) => (await owner.post('/admin/clients', NEW_CLIENT)).body.clientId,
  ),
  async createLauncherPassword(site) {
    await turnOn(site)
    const { accessToken } = await site.player('Steve')
    return ({ key, body, instance = 0 } = {}) =>
      site
        .browser({ instance })
        .post(
          '/cabinet/launcher-passwords',
          { name: 'HMCL', ...body },
          { ...bearer(accessToken), ...headerOf(key) },
        )
  },
  async changeOwnName(site) {
    await offerRenames(site)
    const { accessToken } = await site.player('Steve')
    return ({ key, body, instance = 0 } = {}) =>
      site
        .browser({ instance })
        .post(
          '/cabinet/name',
          { username: 'Herobrine', ...body },
          { ...bearer(accessToken), ...headerOf(key) },
        )
  },
  connectBan: asServer('POST', 'players/:player/ban', { reason: 'Griefing' }),
  connectUnban: asServer('DELETE', 'players/:player/ban', undefined, (server, id) =>
    server.send('POST', `players/${id}/ban`, { reason: 'Griefing' }),
  ),
  connectGiveRank: asServer('POST', 'players/:player/groups', { group: 'gold', days: 30 }),
  connectTakeRank: asServer('DELETE', 'players/:player/groups/:id', undefined, (server, id) =>
    server.send('POST', `players/${id}/groups`, { group: 'gold' }),
  ),
  connectChangeBalance: asServer('POST', 'players/:player/balance', { real: 5, reason: 'a vote' }),
  async reportActivity(site) {
    const { id: uuid } = await site.player('Steve')
    const server = await openGameServer(site)
    const report = { uuid, event: 'playtime', at: '2030-01-01T11:00:00.000Z', seconds: 1 }
    return ({ key, body, instance = 0 } = {}) =>
      server.send('POST', 'activity', { players: [report], ...body }, key, instance)
  },
  makeBackup: asOwner('POST', '/admin/backups'),
  async uploadPicture(site) {
    const owner = await openOwner(site)
    return ({ key, body = {}, instance = 0 } = {}) => {
      const picture = form(pngFile('other' in body ? 2 : 1))
      return site.browser({ instance }).send('POST', '/admin/pictures', picture.body, {
        ...picture.headers,
        ...bearer(owner.accessToken),
        ...headerOf(key),
      })
    }
  },
  register: async (site) => asAnonymous(site, '/auth/register', {}),
  async setUpSite(site) {
    await undoSetup(site)
    return asAnonymous(site, '/setup/finish', {
      token: await newSetupToken(site.app),
      siteName: 'Blocks',
      defaultLanguage: 'en',
    })
  },
}

function asAnonymous(site: Site, path: string, more: object): Send {
  const account = { username: 'Alex', email: 'alex@example.org', password: PASSWORD }
  return ({ key, body, instance = 0 } = {}) =>
    site.browser({ instance }).post(path, { ...account, ...more, ...body }, headerOf(key))
}

function headerOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key }
}

/** Counts all things that these endpoints make, by their audit entries and the reported seconds of play time. */
export async function countThings({ app: { db } }: Site): Promise<number> {
  const rows = await db
    .selectFrom('audit')
    .select('id')
    .where('action', 'not like', 'login.%')
    .execute()
  const reports = await db.selectFrom('player_activity').select('play_seconds').execute()
  return rows.length + reports.reduce((seconds, row) => seconds + row.play_seconds, 0)
}
