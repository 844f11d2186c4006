import type { NewPage } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { holdPictures } from '../pictures/picture-uses.ts'
import { insertEdition, upsertDemand } from './edition-store.ts'
import { editionPlace, MOST_PAGES, pathOf, picturePlaces, type SitePage, toTrace } from './page.ts'
import { insertPage, isFull } from './page-store.ts'
import { readTexts, renderTexts, slugFor } from './read-page.ts'
import { requireDemandable } from './require-demandable.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'pageLinks'>

const MUST_AGREE = ['mustAgree'] as const
const NOTHING = { titleEn: '', titleRu: '', bodyEn: '', bodyRu: '' }

/**
 * Creates a page behind all others. Without an address of its own it gets one made from its title, with
 * a number if that is taken.
 *
 * @throws Refusal `request.invalid`, `page.taken`, `page.toomany`; `auth.forbidden` and `auth.proofrequired`
 *   where players have to agree to it
 */
export async function createPage(app: Needs, by: Actor, given: NewPage): Promise<SitePage> {
  const now = app.clock.now()
  const texts = readTexts(NOTHING, given)
  const { mustAgree = false } = given
  const page: SitePage = {
    id: newSortableId(app.random, now),
    slug: given.slug || slugFor(texts),
    ...texts,
    ...(await renderTexts(texts, app.config.publicUrl)),
    place: given.place ?? 'none',
    position: 0, // the statement that inserts it decides
    version: 1,
    author: by.actor,
    createdAt: now,
    updatedAt: now,
    publishedAt: given.published ? now : null,
    mustAgree,
    edition: mustAgree && given.published ? 1 : 0,
  }
  const created = await change(app, by, async (work) => {
    if (await isFull(work.tx)) throw new Refusal('page.toomany')
    await requireDemandable(app, work, page)
    const kept = await insert(work.tx, page, given.slug ? 1 : MOST_PAGES + 1)
    if (mustAgree) await upsertDemand(work.tx, kept)
    if (kept.edition > 0) await insertEdition(work.tx, kept)
    const asked = kept.edition > 0 ? [editionPlace(kept.id, kept.edition, kept)] : []
    await holdPictures(work, [...picturePlaces(kept), ...asked])
    work.note('page.created', pathOf(kept), {
      after: toTrace(kept, ['titleEn', 'titleRu', 'publishedAt', ...(mustAgree ? MUST_AGREE : [])]),
    })
    return kept
  })
  app.pageLinks.forget()
  return created
}

/** Tries as many addresses as given: `rules`, `rules-2`, … */
async function insert(tx: Db, page: SitePage, tries: number): Promise<SitePage> {
  for (let number = 1; number <= tries; number += 1) {
    const slug = number === 1 ? page.slug : `${page.slug}-${number}`
    const wanted = { ...page, slug }
    if (await insertPage(tx, wanted)) return wanted
  }
  throw new Refusal('page.taken')
}
