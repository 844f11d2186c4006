import type { NewNews } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { newSortableId } from '../../platform/random.ts'
import { holdPictures } from '../pictures/picture-uses.ts'
import { type News, picturePlaces, toTrace } from './news.ts'
import { insertNews } from './news-store.ts'
import { readDetails } from './read-details.ts'
import { renderBody, renderTitle } from './render-news.ts'

/**
 * Creates a news item; without an instant it is published at once.
 *
 * @throws Refusal `request.invalid`
 */
export async function createNews(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  given: NewNews,
): Promise<News> {
  const news = await makeNews(app, by.actor, given)
  return change(app, by, async (work) => {
    await addNews(work, news)
    return news
  })
}

/** Makes an item ready to be stored. @throws Refusal `request.invalid` */
export async function makeNews(
  app: Pick<App, 'config' | 'clock' | 'random'>,
  author: string,
  given: NewNews,
): Promise<News> {
  const { publicUrl } = app.config
  const now = app.clock.now()
  const details = readDetails(given, { publicUrl, now })
  const { format = 'markdown', tag = null, link = null, banner = null } = details
  return {
    id: newSortableId(app.random, now),
    title: await renderTitle({ title: given.title, format }, publicUrl),
    body: given.body,
    format,
    ...(await renderBody({ body: given.body, format }, publicUrl)),
    tag,
    link,
    banner,
    publishedAt: details.publishedAt === undefined ? now : details.publishedAt,
    author,
    createdAt: now,
    updatedAt: now,
  }
}

/** Stores an item as a part of a change. @throws Refusal as holdPictures does */
export async function addNews(work: Work, news: News): Promise<void> {
  await insertNews(work.tx, news)
  await holdPictures(work, picturePlaces(news))
  work.note('news.created', news.id, { after: toTrace(news, ['title', 'publishedAt']) })
}
