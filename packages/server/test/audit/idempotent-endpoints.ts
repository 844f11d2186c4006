import { type Endpoint, endpoints } from '@portal/contract'
import { newSetupToken } from '../../src/operations/setup/setup-token.ts'
import { offerRenames } from '../account/names/renamer.ts'
import { undoSetup } from '../account/registration/new-site.ts'
import { pngFile } from '../content/pictures/picture-files.ts'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { form } from '../profiles/textures/wardrobe.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'

/** A key as a program would choose it. */
export const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'

/** Sends one request, with a key and changes to its body; by default with neither. */
export type Send = (asked?: {
  key?: string | undefined
  body?: object
  instance?: number
}) => Promise<Reply>

/** Every row that takes a key. */
export const repeatable: Endpoint[] = Object.values(endpoints as Record<string, Endpoint>).filter(
  ({ once }) => once,
)

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

type Owner = Awaited<ReturnType<typeof openOwner>>

const PAGE = { titleEn: 'Rules', bodyEn: 'Be kind.', published: true }

async function nothing(_owner: Owner): Promise<string> {
  return ''
}

/** What makes something by each of these rows. */
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
  register: async (site) => byStranger(site, '/auth/register', {}),
  async setUpSite(site) {
    await undoSetup(site)
    return byStranger(site, '/setup/finish', {
      token: await newSetupToken(site.app),
      siteName: 'Blocks',
      defaultLanguage: 'en',
    })
  },
}

function byStranger(site: Site, path: string, more: object): Send {
  const account = { username: 'Alex', email: 'alex@example.org', password: PASSWORD }
  return ({ key, body, instance = 0 } = {}) =>
    site.browser({ instance }).post(path, { ...account, ...more, ...body }, headerOf(key))
}

function headerOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key }
}

/** How many things there are of all the kinds that these rows make. */
export async function countThings({ app: { db } }: Site): Promise<number> {
  const rows = await db
    .selectFrom('audit')
    .select('id')
    .where('action', 'not like', 'login.%')
    .execute()
  return rows.length
}
