import type { endpoints, PageEdition } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { isSortableId } from '../../platform/random.ts'
import { listUsernames } from '../../players/player-store.ts'
import { countPendingConsents, type Edition, findEdition, listEditions } from './edition-store.ts'
import { renderTexts } from './parse-page.ts'
import { existingPage } from './show-page.ts'

type EditionReply = Static<typeof endpoints.listPageEditions.reply>

/**
 * Lists the editions of a page, and the number of players who have not agreed to the newest.
 * @throws Refusal `page.notfound`
 */
export async function describeEditions(app: Pick<App, 'db'>, id: string): Promise<EditionReply> {
  const { edition: newest } = await existingPage(app, id)
  const editions = await listEditions(app.db, id)
  const names = await listUsernames(
    app.db,
    editions.map(({ author }) => author),
  )
  return {
    items: editions.map(({ agreed, ...one }) => ({ ...toItem(one, names), agreed })),
    waiting: newest > 0 ? await countPendingConsents(app.db, { page: id, edition: newest }) : 0,
  }
}

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
