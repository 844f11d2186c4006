import { bearer, type Reply } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { openOwner, type Staff } from '../../support/staff.ts'

export type Rules = Awaited<ReturnType<typeof openRules>>

/** Creates an owner, and a published page that every player must agree to. */
export async function openRules(site: Site, page: object = {}) {
  const owner = await openOwner(site)
  return { owner, ...(await publishRequiredPage(owner, page)) }
}

/** Publishes a page that every player must agree to. */
export async function publishRequiredPage(owner: Staff, page: object = {}) {
  const wanted = { titleEn: 'Rules', bodyEn: 'Be kind.', published: true, mustAgree: true, ...page }
  const { body } = await owner.post('/admin/pages', wanted)
  const id = String(body.id)
  const change = async (changes: object): Promise<Reply> => {
    const { version } = (await owner.get(`/admin/pages/${id}`)).body
    return owner.patch(`/admin/pages/${id}`, { version, ...changes })
  }
  return {
    id,
    page: body,
    change,
    publish: (bodyEn = 'Be very kind.') => change({ bodyEn, newEdition: true }),
    editions: () => owner.get(`/admin/pages/${id}/editions`),
    delete: () => owner.delete(`/admin/pages/${id}`),
  }
}

/** Registers a player with these consents. */
export function register(site: Site, username: string, consents: object = {}): Promise<Reply> {
  const email = `${username.toLowerCase()}@example.org`
  return site.browser().post('/auth/register', { username, email, password: PASSWORD, ...consents })
}

type SignedIn = { accessToken: string }

/** Returns the requests about consents of a signed-in player. */
export function consentClient(site: Site, { accessToken }: SignedIn, instance = 0) {
  const browser = site.browser({ instance })
  const headers = bearer(accessToken)
  const send = (method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> =>
    browser.send(method, path, body, headers)
  return {
    owed: () => send('GET', '/cabinet/consents'),
    agree: (body: object) => send('POST', '/cabinet/consents', body),
    agreeTo: (page: string, edition: number) =>
      send('POST', '/cabinet/consents', { agreed: [{ page, edition }] }),
    /** Sends a request that is refused only while the player still has to agree to something. */
    goOn: () => send('GET', '/cabinet/public-profile'),
    get: (path: string) => send('GET', path),
  }
}

/** Lists all stored consents without their time. */
export function storedConsents(site: Site) {
  return site.app.db
    .selectFrom('consent')
    .innerJoin('player', 'player.id', 'consent.player_id')
    .select(['player.username', 'consent.edition', 'consent.ip'])
    .orderBy('player.username')
    .orderBy('consent.edition')
    .execute()
}
