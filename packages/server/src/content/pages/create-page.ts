import type { NewPage } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { updatePictureReferences } from '../pictures/picture-references.ts'
import { insertEdition, upsertConsentRequirement } from './edition-store.ts'
import {
  auditTextOf,
  editionHolder,
  MAX_PAGES,
  pathOf,
  pictureTexts,
  type SitePage,
} from './page.ts'
import { hasMaxPages, insertPage } from './page-store.ts'
import { parsePageTexts, renderTexts, slugFor } from './parse-page.ts'
import { requireConsentChangeAllowed } from './require-consent-change-allowed.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'pageLinks'>

const CONSENT_DETAILS = ['mustAgree'] as const
const EMPTY_TEXTS = { titleEn: '', titleRu: '', bodyEn: '', bodyRu: '' }

/**
 * Creates a page, as the last one in the order. If no slug is given, derives one from the title, and appends a number
 * if this slug is taken.
 * @throws Refusal `request.invalid`, `page.taken`, `page.toomany`; `auth.forbidden` and `auth.proofrequired` if players
 * must agree to the page
 */
export async function createPage(app: Deps, by: Actor, input: NewPage): Promise<SitePage> {
  const now = app.clock.now()
  const texts = parsePageTexts(EMPTY_TEXTS, input)
  const { mustAgree = false } = input
  const page: SitePage = {
    id: newSortableId(app.random, now),
    slug: input.slug || slugFor(texts),
    ...texts,
    ...(await renderTexts(texts, app.config.publicUrl)),
    place: input.place ?? 'none',
    position: 0,
    version: 1,
    author: by.actor,
    createdAt: now,
    updatedAt: now,
    publishedAt: input.published ? now : null,
    mustAgree,
    edition: mustAgree && input.published ? 1 : 0,
  }
  const created = await change(app, by, async (work) => {
    if (await hasMaxPages(work.tx)) throw new Refusal('page.toomany')
    await requireConsentChangeAllowed(app, work, page)
    const kept = await insert(work.tx, page, input.slug ? 1 : MAX_PAGES + 1)
    if (mustAgree) await upsertConsentRequirement(work.tx, kept)
    if (kept.edition > 0) await insertEdition(work.tx, kept)
    const editions = kept.edition > 0 ? [editionHolder(kept.id, kept.edition, kept)] : []
    await updatePictureReferences(work, [...pictureTexts(kept), ...editions])
    work.audit('page.created', pathOf(kept), {
      after: auditTextOf(kept, [
        'titleEn',
        'titleRu',
        'publishedAt',
        ...(mustAgree ? CONSENT_DETAILS : []),
      ]),
    })
    return kept
  })
  app.pageLinks.invalidate()
  return created
}

async function insert(tx: Db, page: SitePage, attempts: number): Promise<SitePage> {
  for (let number = 1; number <= attempts; number += 1) {
    const slug = number === 1 ? page.slug : `${page.slug}-${number}`
    const wantedSlug = { ...page, slug }
    if (await insertPage(tx, wantedSlug)) return wantedSlug
  }
  throw new Refusal('page.taken')
}
