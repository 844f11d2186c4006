import { form } from '../../profiles/textures/texture-requests.ts'
import { bearer } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { openSteve } from './game-player.ts'

/** Opens a launcher or game with the given game token, by default Steve's. */
export async function openClient(site: Site, token?: string) {
  const steve = await openSteve(site)
  const program = site.browser({ agent: 'Java/21.0.4' })
  const headers = bearer(token ?? String(steve.signedIn.body.accessToken))
  const texture = (kind: string, id: string) => `/yggdrasil/api/user/profile/${id}/${kind}`
  const services = '/yggdrasil/minecraftservices'
  return {
    ...steve,
    upload(kind: string, file: Buffer, fields: Record<string, string> = {}, id = steve.bareId) {
      const sent = form(file, fields)
      return program.send('PUT', texture(kind, id), sent.body, { ...sent.headers, ...headers })
    },
    remove: (kind: string, id = steve.bareId) =>
      program.send('DELETE', texture(kind, id), undefined, headers),
    attributes: () => program.get(`${services}/player/attributes`, headers),
    blocked: () => program.get(`${services}/privacy/blocklist`, headers),
    certificates: () => program.post(`${services}/player/certificates`, undefined, headers),
  }
}
