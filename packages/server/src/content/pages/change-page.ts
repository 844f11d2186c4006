import type { PageChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { violatedUniqueColumn } from '../../database/database-failure.ts'
import { Refusal } from '../../platform/errors.ts'
import { type PictureHolderText, updatePictureReferences } from '../pictures/picture-references.ts'
import { hasConsents, insertEdition, upsertConsentRequirement } from './edition-store.ts'
import {
  auditTextOf,
  changedDetails,
  changesTexts,
  editionHolder,
  type PageTexts,
  pathOf,
  pictureTexts,
  type SitePage,
  versionHolder,
} from './page.ts'
import {
  deletePageRow,
  findPage,
  listPageRows,
  lockPage,
  lockPages,
  replacePage,
  updatePosition,
} from './page-store.ts'
import { parsePageTexts, renderTexts, slugFor } from './parse-page.ts'
import { requireConsentChangeAllowed } from './require-consent-change-allowed.ts'
import { existingPage } from './show-page.ts'
import { deleteOldVersions, insertVersion } from './version-store.ts'

type Deps = ChangeDeps & Pick<App, 'config' | 'pageLinks'>

/**
 * Changes the given fields of a page, if the page still has the version that the editor has read. The replaced texts
 * are stored as a former version. With `newEdition`, or when the page requires consent for the first time, stores a new
 * edition, to which players must agree.
 * @throws Refusal `page.notfound`, `page.changed`, `page.taken`, `request.invalid`; `auth.forbidden` and
 * `auth.proofrequired` for changes that affect what players must agree to
 */
export async function changePage(
  app: Deps,
  by: Actor,
  id: string,
  { version, ...changes }: PageChanges,
): Promise<SitePage> {
  const old = await existingPage(app, id)
  if (old.version !== version) throw new Refusal('page.changed')
  const next = await withChanges(app, by, old, changes)
  if (changedDetails(old, next).length === 0) return old
  try {
    await change(app, by, (work) => save(app, work, old, next))
  } catch (error) {
    throw violatedUniqueColumn(error) === 'page.slug' ? new Refusal('page.taken') : error
  }
  app.pageLinks.invalidate()
  return next
}

/**
 * Deletes a page with its former versions.
 * @throws Refusal `page.notfound`, also for the later of two concurrent deletions; `page.agreed` if a player has agreed
 * to the page
 */
export async function removePage(app: Deps, by: Actor, id: string): Promise<void> {
  await existingPage(app, id)
  await change(app, by, async (work) => {
    const old = (await lockPage(work.tx, id)) && (await findPage(work.tx, id))
    if (!old) throw new Refusal('page.notfound')
    if (await hasConsents(work.tx, id)) throw new Refusal('page.agreed')
    const versions = await deleteOldVersions(work.tx, id, 0)
    await deletePageRow(work.tx, id)
    await updatePictureReferences(work, [
      ...pictureTexts({ ...old, htmlEn: '', htmlRu: '' }),
      ...versions.map((version) => versionHolder(id, version, null)),
      ...Array.from({ length: old.edition }, (_, n) => editionHolder(id, n + 1, null)),
    ])
    work.audit('page.deleted', pathOf(old), { before: auditTextOf(old, ['titleEn', 'titleRu']) })
  })
  app.pageLinks.invalidate()
}

/**
 * Reorders pages. Pages that are not in `ids` follow in their previous order.
 * @throws Refusal `page.notfound`
 */
export async function orderPages(app: Deps, by: Actor, ids: readonly string[]): Promise<void> {
  await change(app, by, async ({ tx, audit }) => {
    const pages = await lockPages(tx)
    const before = pages.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    const named = [...new Set(ids)].map((id) => before.find((page) => page.id === id))
    const first = named.filter((page) => page !== undefined)
    if (first.length < named.length) throw new Refusal('page.notfound')
    const after = [...first, ...before.filter((page) => !first.includes(page))]
    for (const [index, { id, position }] of after.entries()) {
      if (position !== index + 1) await updatePosition(tx, id, index + 1)
    }
    const order = (list: typeof pages) => list.map(({ slug }) => slug).join(', ')
    if (order(before) !== order(after)) {
      audit('page.ordered', null, { before: order(before), after: order(after) })
    }
  })
  app.pageLinks.invalidate()
}

async function withChanges(
  app: Deps,
  by: Actor,
  old: SitePage,
  { newEdition = false, ...changes }: Omit<PageChanges, 'version'>,
): Promise<SitePage> {
  const now = app.clock.now()
  const texts = parsePageTexts(old, changes)
  const isSame = texts.bodyEn === old.bodyEn && texts.bodyRu === old.bodyRu
  const published = changes.published ?? old.publishedAt !== null
  const mustAgree = changes.mustAgree ?? old.mustAgree
  if (newEdition && !(mustAgree && published)) {
    throw new Refusal('request.invalid', { fields: [{ field: 'newEdition', keyword: 'unasked' }] })
  }
  const isFirst = mustAgree && published && old.edition === 0
  return {
    ...old,
    ...texts,
    ...(!isSame && (await renderTexts(texts, app.config.publicUrl))),
    slug:
      changes.slug === undefined ? old.slug : changes.slug || (await freeSlug(app, old.id, texts)),
    place: changes.place ?? old.place,
    publishedAt: published ? (old.publishedAt ?? now) : null,
    mustAgree,
    edition: newEdition || isFirst ? old.edition + 1 : old.edition,
    version: old.version + 1,
    author: by.actor,
    updatedAt: now,
  }
}

async function freeSlug({ db }: Pick<App, 'db'>, id: string, texts: PageTexts): Promise<string> {
  const others = (await listPageRows(db)).filter((page) => page.id !== id)
  const taken = new Set(others.map(({ slug }) => slug))
  const made = slugFor(texts)
  let slug = made
  for (let number = 2; taken.has(slug); number += 1) slug = `${made}-${number}`
  return slug
}

async function save(
  app: Deps,
  work: UnitOfWork<Actor>,
  old: SitePage,
  next: SitePage,
): Promise<SitePage> {
  const { tx } = work
  await requireConsentChangeAllowed(app, work, next, old)
  if (!(await replacePage(tx, { old, next }))) {
    throw new Refusal((await findPage(tx, old.id)) ? 'page.changed' : 'page.notfound')
  }
  const places: PictureHolderText[] = pictureTexts(next)
  if (changesTexts(old, next)) {
    await insertVersion(tx, old)
    places.push(versionHolder(old.id, old.version, old))
    const dropped = await deleteOldVersions(tx, old.id)
    places.push(...dropped.map((version) => versionHolder(old.id, version, null)))
  }
  if (next.edition !== old.edition) {
    await insertEdition(tx, next)
    places.push(editionHolder(old.id, next.edition, next))
  }
  if (next.mustAgree !== old.mustAgree || next.edition !== old.edition)
    await upsertConsentRequirement(tx, next)
  await updatePictureReferences(work, places)
  const changed = changedDetails(old, next)
  work.audit('page.changed', pathOf(next), {
    before: auditTextOf(old, changed),
    after: auditTextOf(next, changed),
  })
  return next
}
