import type { Browser, Reply } from '../../support/browser.ts'
import { bearer } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { type Drawing, png } from './png.ts'

/* Uploads like those of browsers, and pictures to upload. */

type Owner = { browser: Browser; accessToken: string }

/** Makes the body of a form with a file, and its header. */
export function form(file: Buffer, fields: Record<string, string> = {}, boundary = 'tailor-7') {
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const parts = [
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${head(name)}${value}\r\n`)),
    Buffer.from(head('file', '; filename="my skin.png"\r\nContent-Type: image/png')),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { body: Buffer.concat(parts), headers }
}

export function putSkin(
  { browser, accessToken }: Owner,
  file: Buffer,
  fields: Record<string, string> = {},
): Promise<Reply> {
  const { body, headers } = form(file, fields)
  return browser.send('PUT', '/cabinet/skin', body, { ...headers, ...bearer(accessToken) })
}

export function putCape({ browser, accessToken }: Owner, file: Buffer): Promise<Reply> {
  const { body, headers } = form(file)
  return browser.send('PUT', '/cabinet/cape', body, { ...headers, ...bearer(accessToken) })
}

/** Turns the sharing of a player's skin on or off. */
export function share({ browser, accessToken }: Owner, shared = true): Promise<Reply> {
  return browser.send('PUT', '/cabinet/skin/sharing', { shared }, bearer(accessToken))
}

/** Gives a player the skin of another player. */
export function copy({ browser, accessToken }: Owner, username: string): Promise<Reply> {
  return browser.post('/cabinet/skin/copy', { username }, bearer(accessToken))
}

/** Makes a skin of one color, different for each number. Classic by default. */
export function skinFile(number: number, more: Partial<Drawing> & { size?: number } = {}): Buffer {
  const { size = 64, ...drawing } = more
  const colour = [number & 255, (number >> 8) & 255, 77, 255]
  return png({ width: size, height: size, sample: () => colour, ...drawing })
}

export function capeFile(number: number, width = 64, height = 32): Buffer {
  return png({ width, height, sample: () => [number & 255, 9, 150, 255] })
}

/** Returns the last segment of a texture's URL. */
export function hashOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

/** Gives a player a personal node, such as `player.skin.hd` or `-player.cape.upload`. */
export async function giveNode(site: Site, playerId: string, node: string): Promise<void> {
  await site.app.db
    .insertInto('player_node')
    .values({ player_id: playerId, node, expires_at: null })
    .execute()
}

/** Reads the audit entries about textures in order: action, actor, target, before, after. */
export async function textureAuditEntries(site: Site): Promise<(string | null)[][]> {
  const rows = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'before', 'after'])
    .where('action', 'like', 'texture.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action, actor, target, before, after }) => [
    action,
    actor,
    target,
    before,
    after,
  ])
}

/** Returns for each stored texture, by its hash, since when it has been unreferenced; null if it is in use. */
export async function storedTextures(site: Site): Promise<Record<string, number | null>> {
  const rows = await site.app.db.selectFrom('texture').select(['hash', 'released_at']).execute()
  return Object.fromEntries(rows.map(({ hash, released_at }) => [hash, released_at]))
}
