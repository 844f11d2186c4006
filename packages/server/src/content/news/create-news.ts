import type { NewNews } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { newSortableId } from '../../platform/random.ts'
import { updatePictureReferences } from '../pictures/picture-references.ts'
import { auditTextOf, isPublished, type News, newsEventData, pictureTexts } from './news.ts'
import { insertNews } from './news-store.ts'
import { parseNewsDetails } from './parse-news-details.ts'
import { renderBody, renderTitle, renderTranslation } from './render-news.ts'

/** Creates a news item, published now unless the input has a publication time. @throws Refusal `request.invalid` */
export async function createNews(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  input: NewNews,
): Promise<News> {
  const news = await buildNews(app, by.actor, input)
  return change(app, by, async (work) => {
    await addNews(work, news)
    return news
  })
}

/**
 * Makes an item without storing it.
 * @throws Refusal `request.invalid`
 */
export async function buildNews(
  app: Pick<App, 'config' | 'clock' | 'random'>,
  author: string,
  input: NewNews,
): Promise<News> {
  const { publicUrl } = app.config
  const now = app.clock.now()
  const details = parseNewsDetails(input, { publicUrl, now })
  const { format = 'markdown', tag = null, link = null, banner = null } = details
  return {
    id: newSortableId(app.random, now),
    title: await renderTitle({ title: input.title, format }, publicUrl),
    body: input.body,
    format,
    ...(await renderBody({ body: input.body, format }, publicUrl)),
    translation: input.translation
      ? await renderTranslation(input.translation, format, publicUrl)
      : null,
    tag,
    link,
    banner,
    publishedAt: details.publishedAt === undefined ? now : details.publishedAt,
    author,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Stores an item as a part of another change.
 * @throws the refusals of `updatePictureReferences`
 */
export async function addNews(work: UnitOfWork, news: News): Promise<void> {
  await insertNews(work.tx, news)
  await updatePictureReferences(work, pictureTexts(news))
  work.audit('news.created', news.id, { after: auditTextOf(news, ['title', 'publishedAt']) })
  if (isPublished(news, work.now)) work.emit('news.published', newsEventData(news))
}
