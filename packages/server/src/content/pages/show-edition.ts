import type { endpoints, PageEdition } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { isSortableId } from '../../platform/random.ts'
import { listUsernames } from '../../players/player-store.ts'
import { countWaiting, type Edition, findEdition, listEditions } from './edition-store.ts'
import { renderTexts } from './read-page.ts'
import { existingPage } from './show-page.ts'

type Shown = Static<typeof endpoints.listPageEditions.reply>

/**
 * Lists what players were asked to agree to of a page, and how many of them have not agreed to the newest.
 *
 * @throws Refusal `page.notfound`
 */
export async function describeEditions(app: Pick<App, 'db'>, id: string): Promise<Shown> {
  const { edition: newest } = await existingPage(app, id)
  const editions = await listEditions(app.db, id)
  const names = await listUsernames(
    app.db,
    editions.map(({ author }) => author),
  )
  return {
    items: editions.map(({ agreed, ...one }) => ({ ...toItem(one, names), agreed })),
    waiting: newest > 0 ? await countWaiting(app.db, { page: id, edition: newest }) : 0,
  }
}

/** @throws Refusal `page.notfound` */
export async function showEdition(
  app: Pick<App, 'db' | 'config'>,
  { id, edition }: { id: string; edition: string },
): Promise<PageEdition> {
  const canBe = isSortableId(id) && /^[1-9][0-9]{0,8}$/.test(edition)
  const found = canBe ? await findEdition(app.db, id, Number(edition)) : undefined
  if (!found) throw new Refusal('page.notfound')
  const { bodyEn, bodyRu, author } = found
  const rendered = await renderTexts(found, app.config.publicUrl)
  const { htmlEn, htmlRu } = rendered
  const names = await listUsernames(app.db, [author])
  return { ...toItem(found, names), bodyEn, bodyRu, htmlEn, htmlRu }
}

function toItem(
  { edition, author, publishedAt, titleEn, titleRu }: Omit<Edition, 'bodyEn' | 'bodyRu'>,
  names: ReadonlyMap<string, string>,
) {
  const authorName = names.get(author) ?? null
  return { edition, author, authorName, publishedAt: isoInstant(publishedAt), titleEn, titleRu }
}
