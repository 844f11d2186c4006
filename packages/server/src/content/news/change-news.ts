import type { NewsChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { isSortableId } from '../../platform/random.ts'
import { updatePictureReferences } from '../pictures/picture-references.ts'
import {
  auditTextOf,
  changedDetails,
  isPublished,
  type News,
  newsEventData,
  pictureTexts,
} from './news.ts'
import { deleteNews, findNews, replaceNews } from './news-store.ts'
import { type NewsInput, parseNewsDetails } from './parse-news-details.ts'
import { renderBody, renderTitle, renderTranslation } from './render-news.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Changes the given fields of an item. Concurrent changes of one item all take effect: if the item was changed in the
 * meantime, the fields are set again in the newer version.
 * @throws Refusal `news.notfound`, `request.invalid`
 */
export async function changeNews(
  app: Deps,
  by: Actor,
  id: string,
  changes: NewsChanges,
): Promise<News> {
  const { publicUrl } = app.config
  const details = parseNewsDetails(changes, { publicUrl, now: app.clock.now() })
  for (;;) {
    const old = await existingNews(app, id)
    const next = await withDetails(app, old, details)
    if (changedDetails(old, next).length === 0) return old
    if (await save(app, by, { old, next })) return next
  }
}

/**
 * Deletes an item.
 * @throws Refusal `news.notfound`, also for the later of two concurrent deletions
 */
export async function removeNews(app: ChangeDeps, by: Actor, id: string): Promise<void> {
  await existingNews(app, id)
  await change(app, by, async (work) => {
    const old = await deleteNews(work.tx, id)
    if (!old) throw new Refusal('news.notfound')
    await updatePictureReferences(
      work,
      pictureTexts({ ...old, html: '', banner: null, translation: null }),
    )
    work.audit('news.deleted', id, { before: auditTextOf(old, ['title', 'publishedAt']) })
    if (isPublished(old, work.now)) work.emit('news.deleted', newsEventData(old))
  })
}

export async function existingNews(app: Pick<App, 'db'>, id: string): Promise<News> {
  const news = isSortableId(id) ? await findNews(app.db, id) : undefined
  if (!news) throw new Refusal('news.notfound')
  return news
}

async function withDetails(app: Deps, old: News, changes: NewsInput): Promise<News> {
  const { publicUrl } = app.config
  const next = { ...old, ...changes, updatedAt: Math.max(app.clock.now(), old.updatedAt + 1) }
  const { title, body, format } = next
  return {
    ...next,
    translation: await nextTranslation(old, { given: changes.translation, format }, publicUrl),
    ...(changes.title !== undefined && { title: await renderTitle({ title, format }, publicUrl) }),
    ...((body !== old.body || format !== old.format) &&
      (await renderBody({ body, format }, publicUrl))),
  }
}

async function nextTranslation(
  old: News,
  { given, format }: { given: NewsInput['translation']; format: News['format'] },
  base: string,
): Promise<News['translation']> {
  if (given) return renderTranslation(given, format, base)
  if (given === null) return null
  if (!old.translation || format === old.format) return old.translation
  const { body } = old.translation
  const { html, summary } = await renderBody({ body, format }, base, 'translation.body')
  return { ...old.translation, html, summary }
}

/**
 * Stores the changed item.
 * @returns false if the item has changed since it was read
 */
async function save(app: Deps, by: Actor, step: { old: News; next: News }): Promise<boolean> {
  const { old, next } = step
  const changed = changedDetails(old, next)
  return change(app, by, async (work) => {
    if (!(await replaceNews(work.tx, step))) return false
    await updatePictureReferences(work, pictureTexts(next))
    work.audit('news.changed', old.id, {
      before: auditTextOf(old, changed),
      after: auditTextOf(next, changed),
    })
    const [was, is] = [isPublished(old, work.now), isPublished(next, work.now)]
    if (is) work.emit(was ? 'news.changed' : 'news.published', newsEventData(next))
    else if (was) work.emit('news.deleted', newsEventData(old))
    return true
  })
}
