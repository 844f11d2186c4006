import type { App } from '../../app.ts'
import { COMMAND } from '../../audit/actor.ts'
import { makeNews } from '../../content/news/create-news.ts'
import type { News } from '../../content/news/news.ts'
import { hasNews } from '../../content/news/news-store.ts'
import { renderBody } from '../../content/news/render-news.ts'
import { picturePath, type StoredPicture } from '../../content/pictures/picture.ts'
import { readPicture } from '../../content/pictures/read-picture.ts'
import { storedNodes } from '../../permissions/parse-nodes.ts'
import type { Bundle } from '../../permissions/permission-sets/permission-set.ts'
import { listBundles } from '../../permissions/permission-sets/permission-set-store.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Beside, SourceNews } from '../read/source.ts'

type Needs = Pick<App, 'db' | 'config' | 'clock' | 'random'>
type Told = (sentence: string) => void

/** What of a source will be made beside its players: only what this site lacks. */
export type MadeBeside = { bundles: Bundle[]; news: News[]; pictures: StoredPicture[] }

const [LONGEST_TITLE, LONGEST_BODY] = [200, 100_000]

/** Decides what will be made, and tells about it and about what will not. */
export async function makeBeside(
  app: Needs,
  { bundles = [], news = [] }: Partial<Beside>,
  told: Told,
): Promise<MadeBeside> {
  const made: MadeBeside = { bundles: [], news: [], pictures: [] }
  for (const kind of ['role', 'group'] as const) {
    const wanted = bundles.filter((bundle) => bundle.kind === kind)
    made.bundles.push(...(await missingBundles(app, kind, wanted, told)))
  }
  for (const item of news) await addNews(app, item, made, told)
  if (made.news.length > 0) told(`news that come: ${made.news.length}`)
  return made
}

async function missingBundles(
  { db }: Needs,
  kind: Bundle['kind'],
  wanted: readonly Bundle[],
  told: Told,
): Promise<Bundle[]> {
  const same = await idsOf(db, kind)
  const other = await idsOf(db, kind === 'role' ? 'group' : 'role')
  const missing = wanted.filter(({ id }) => !same.has(id) && !other.has(id))
  const here = wanted.filter(({ id }) => same.has(id))
  const clashing = wanted.filter(({ id }) => other.has(id))
  if (missing.length > 0) told(`${kind}s that are made: ${named(missing)}`)
  if (here.length > 0) told(`${kind}s that are here and stay as they are: ${named(here)}`)
  if (clashing.length > 0) {
    told(`${kind}s that are not made, because their names are taken here: ${named(clashing)}`)
  }
  return missing.map((bundle) => {
    const permissions = storedNodes(bundle.permissions).map(({ text }) => text)
    return { ...bundle, permissions: [...new Set(permissions)].sort() }
  })
}

async function idsOf(db: App['db'], kind: Bundle['kind']): Promise<Set<string>> {
  return new Set((await listBundles(db, kind)).map(({ id }) => id))
}

function named(bundles: readonly Bundle[]): string {
  return bundles.map(({ id }) => id).join(', ')
}

async function addNews(app: Needs, item: SourceNews, made: MadeBeside, told: Told) {
  const { link, publishedAt, html: body } = item
  const called = item.title || 'without a title'
  if (body.length > LONGEST_BODY) {
    told(`news "${called}" stays behind: it is longer than ${LONGEST_BODY} characters`)
    return
  }
  const picture = item.picture && readable(item.picture, called, told)
  try {
    const format = 'html' as const
    const begun = await renderBody({ body, format }, app.config.publicUrl)
    const news = await makeNews(app, COMMAND.actor, {
      body,
      format,
      title: (item.title || begun.summary).slice(0, LONGEST_TITLE),
      publishedAt: publishedAt === undefined ? null : isoInstant(publishedAt),
      ...(link !== undefined && { link }),
      ...(picture && { banner: picturePath(picture) }),
    })
    if (await hasNews(app.db, news)) return
    made.news.push(news)
    if (picture) made.pictures.push(picture)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = error.details.fields?.map(({ field }) => field).join(', ')
    told(`news "${called}" stays behind: ${fields || error.code} cannot be read`)
  }
}

function readable(file: Buffer, called: string, told: Told): StoredPicture | undefined {
  try {
    return readPicture(file)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    told(`news "${called}" comes without its picture: ${error.code}`)
    return undefined
  }
}
