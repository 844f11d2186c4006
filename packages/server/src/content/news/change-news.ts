import type { NewsChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { isSortableId } from '../../platform/random.ts'
import { holdPictures } from '../pictures/picture-uses.ts'
import { changedDetails, type News, picturePlaces, toTrace } from './news.ts'
import { deleteNews, findNews, replaceNews } from './news-store.ts'
import { type GivenDetails, readDetails } from './read-details.ts'
import { renderBody, renderTitle } from './render-news.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

/**
 * Changes the named fields. Two changes of one item at the same time both count: the later one is
 * redone on top of the earlier one.
 *
 * @throws Refusal `news.notfound`, `request.invalid`
 */
export async function changeNews(
  app: Needs,
  by: Actor,
  id: string,
  given: NewsChanges,
): Promise<News> {
  const { publicUrl } = app.config
  const details = readDetails(given, { publicUrl, now: app.clock.now() })
  for (;;) {
    const old = await existingNews(app, id)
    const next = await withDetails(app, old, details)
    if (changedDetails(old, next).length === 0) return old
    if (await save(app, by, { old, next })) return next
  }
}

/** @throws Refusal `news.notfound`, also for the slower of two who delete the same item. */
export async function removeNews(app: ChangeNeeds, by: Actor, id: string): Promise<void> {
  await existingNews(app, id)
  await change(app, by, async (work) => {
    const old = await deleteNews(work.tx, id)
    if (!old) throw new Refusal('news.notfound')
    await holdPictures(work, picturePlaces({ ...old, html: '', banner: null }))
    work.note('news.deleted', id, { before: toTrace(old, ['title', 'publishedAt']) })
  })
}

/** @throws Refusal `news.notfound` */
export async function existingNews(app: Pick<App, 'db'>, id: string): Promise<News> {
  const news = isSortableId(id) ? await findNews(app.db, id) : undefined
  if (!news) throw new Refusal('news.notfound')
  return news
}

/** Returns the item with its changes, rendering again only what changed. */
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

/** Saves the change; returns false when somebody else changed the item meanwhile. */
async function save(app: Needs, by: Actor, step: { old: News; next: News }): Promise<boolean> {
  const { old, next } = step
  const changed = changedDetails(old, next)
  return change(app, by, async (work) => {
    if (!(await replaceNews(work.tx, step))) return false
    await holdPictures(work, picturePlaces(next))
    work.note('news.changed', old.id, {
      before: toTrace(old, changed),
      after: toTrace(next, changed),
    })
    return true
  })
}
