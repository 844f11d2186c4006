import type { ImportMessage } from '@portal/contract'
import type { App } from '../../app.ts'
import { COMMAND_LINE } from '../../audit/actor.ts'
import { buildNews } from '../../content/news/create-news.ts'
import type { News } from '../../content/news/news.ts'
import { hasNews } from '../../content/news/news-store.ts'
import { renderBody } from '../../content/news/render-news.ts'
import { parsePicture } from '../../content/pictures/parse-picture.ts'
import { picturePath, type StoredPicture } from '../../content/pictures/picture.ts'
import { parseStoredNodes } from '../../permissions/parse-nodes.ts'
import type { PermissionSet } from '../../permissions/permission-sets/permission-set.ts'
import { listPermissionSets } from '../../permissions/permission-sets/permission-set-store.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { importMessage } from '../import-message.ts'
import type { SiteContent, SourceNews } from '../read/source.ts'

type Deps = Pick<App, 'db' | 'config' | 'clock' | 'random'>
type AddWarning = (message: ImportMessage) => void

export type PreparedSiteContent = {
  permissionSets: PermissionSet[]
  news: News[]
  pictures: StoredPicture[]
}

const [MAX_TITLE_LENGTH, MAX_BODY_LENGTH] = [200, 100_000]

/** Decides which roles, ranks and news will be created. Reports them and the skipped ones as warnings. */
export async function prepareSiteContent(
  app: Deps,
  { permissionSets = [], news = [] }: Partial<SiteContent>,
  warn: AddWarning,
): Promise<PreparedSiteContent> {
  const prepared: PreparedSiteContent = { permissionSets: [], news: [], pictures: [] }
  for (const kind of ['role', 'group'] as const) {
    const wanted = permissionSets.filter((permissionSet) => permissionSet.kind === kind)
    prepared.permissionSets.push(...(await missingPermissionSets(app, kind, wanted, warn)))
  }
  for (const item of news) await prepareNews(app, item, prepared, warn)
  const count = prepared.news.length
  if (count > 0) warn(importMessage('news-created', { count: String(count) }))
  return prepared
}

async function missingPermissionSets(
  { db }: Deps,
  kind: PermissionSet['kind'],
  wanted: readonly PermissionSet[],
  warn: AddWarning,
): Promise<PermissionSet[]> {
  const same = await idsOf(db, kind)
  const other = await idsOf(db, kind === 'role' ? 'group' : 'role')
  const missing = wanted.filter(({ id }) => !same.has(id) && !other.has(id))
  const existing = wanted.filter(({ id }) => same.has(id))
  const conflicting = wanted.filter(({ id }) => other.has(id))
  const found = { created: missing, present: existing, conflicting }
  for (const outcome of ['created', 'present', 'conflicting'] as const) {
    const ids = found[outcome].map(({ id }) => id).join(', ')
    if (ids !== '') warn(importMessage(`${kind}s-${outcome}`, { ids }))
  }
  return missing.map((permissionSet) => {
    const permissions = parseStoredNodes(permissionSet.permissions).map(({ text }) => text)
    return { ...permissionSet, permissions: [...new Set(permissions)].sort() }
  })
}

async function idsOf(db: App['db'], kind: PermissionSet['kind']): Promise<Set<string>> {
  return new Set((await listPermissionSets(db, kind)).map(({ id }) => id))
}

async function prepareNews(
  app: Deps,
  item: SourceNews,
  prepared: PreparedSiteContent,
  warn: AddWarning,
) {
  const { link, publishedAt, html: body } = item
  const title = item.title || '—'
  if (body.length > MAX_BODY_LENGTH) {
    warn(importMessage('news-too-long', { title, limit: String(MAX_BODY_LENGTH) }))
    return
  }
  const picture = item.picture && readablePicture(item.picture, title, warn)
  try {
    const format = 'html' as const
    const rendered = await renderBody({ body, format }, app.config.publicUrl)
    const news = await buildNews(app, COMMAND_LINE.actor, {
      body,
      format,
      title: (item.title || rendered.summary).slice(0, MAX_TITLE_LENGTH),
      publishedAt: publishedAt === undefined ? null : isoInstant(publishedAt),
      ...(link !== undefined && { link }),
      ...(picture && { banner: picturePath(picture) }),
    })
    if (await hasNews(app.db, news)) return
    prepared.news.push(news)
    if (picture) prepared.pictures.push(picture)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = error.details.fields?.map(({ field }) => field).join(', ')
    warn(importMessage('news-unreadable', { title, detail: fields || error.code }))
  }
}

function readablePicture(file: Buffer, title: string, warn: AddWarning): StoredPicture | undefined {
  try {
    return parsePicture(file)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    warn(importMessage('news-picture', { title, detail: error.code }))
    return undefined
  }
}
