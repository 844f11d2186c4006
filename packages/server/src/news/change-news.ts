import type { NewsChanges } from '@portal/contract'
import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { changedDetails, type News, toTrace } from './news.ts'
import { deleteNews, findNews, replaceNews } from './news-store.ts'
import { type GivenDetails, readDetails } from './read-details.ts'
import { renderBody, renderTitle } from './render-news.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'config'>
type Actor = { actor: string; ip: string | null }

/**
 * Changes the named fields. Two changes of one item at the same time both count: the later one is
 * made anew on top of the earlier.
 *
 * @throws Refusal `news.notfound`, `request.invalid`
 */
export async function changeNews(
  app: Needs,
  id: string,
  given: NewsChanges,
  by: Actor,
): Promise<News> {
  const details = readDetails(given)
  for (;;) {
    const old = await existingNews(app, id)
    const next = await withDetails(app, old, details)
    if (changedDetails(old, next).length === 0) return old
    if (await save(app, { old, next }, by)) return next
  }
}

/** @throws Refusal `news.notfound`, also for the slower of two who delete the same */
export async function removeNews(app: Needs, id: string, by: Actor): Promise<void> {
  await existingNews(app, id)
  await app.db.transaction().execute(async (tx) => {
    const old = await deleteNews(tx, id)
    if (!old) throw new Refusal('news.notfound')
    const before = toTrace(old, ['title', 'publishedAt'])
    const entry = { action: 'news.deleted', ...by, target: id, before } as const
    await insertAudit(tx, newAudit(app, entry))
  })
}

/** @throws Refusal `news.notfound` */
export async function existingNews(app: Pick<App, 'db'>, id: string): Promise<News> {
  const news = isNewsId(id) ? await findNews(app.db, id) : undefined
  if (!news) throw new Refusal('news.notfound')
  return news
}

/** The item as it is to be. Only what is named is rendered again. */
async function withDetails(app: Needs, old: News, given: GivenDetails): Promise<News> {
  const { publicUrl } = app.config
  const next = { ...old, ...given, updatedAt: Math.max(app.clock.now(), old.updatedAt + 1) }
  const { title, body, format } = next
  return {
    ...next,
    ...(given.title !== undefined && { title: await renderTitle({ title, format }, publicUrl) }),
    ...((body !== old.body || format !== old.format) &&
      (await renderBody({ body, format }, publicUrl))),
  }
}

/** The change and its trace, both or none; `false` when somebody else changed the item meanwhile. */
async function save(app: Needs, change: { old: News; next: News }, by: Actor): Promise<boolean> {
  const { old, next } = change
  const changed = changedDetails(old, next)
  const entry = { action: 'news.changed', ...by, target: old.id } as const
  const trace = { before: toTrace(old, changed), after: toTrace(next, changed) }
  return app.db.transaction().execute(async (tx) => {
    if (!(await replaceNews(tx, change))) return false
    await insertAudit(tx, newAudit(app, { ...entry, ...trace }))
    return true
  })
}

function isNewsId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id)
}
