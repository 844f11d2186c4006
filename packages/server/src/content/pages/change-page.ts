import type { PageChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { takenColumn } from '../../database/database-failure.ts'
import { Refusal } from '../../platform/errors.ts'
import { type HeldText, holdPictures } from '../pictures/picture-uses.ts'
import { insertEdition, isAgreedTo, upsertDemand } from './edition-store.ts'
import {
  changedDetails,
  changesTexts,
  editionPlace,
  formerPlace,
  type PageTexts,
  pathOf,
  picturePlaces,
  type SitePage,
  toTrace,
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
import { readTexts, renderTexts, slugFor } from './read-page.ts'
import { requireDemandable } from './require-demandable.ts'
import { existingPage } from './show-page.ts'
import { deleteFormer, insertFormer } from './version-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'pageLinks'>

/**
 * Saves the named fields, if the page still has the version that the editor has read. The texts that are
 * replaced become a former version. A new edition is what players have to agree to from now on.
 *
 * @throws Refusal `page.notfound`, `page.changed`, `page.taken`, `request.invalid`; `auth.forbidden` and
 *   `auth.proofrequired` where it changes what players have to agree to
 */
export async function changePage(
  app: Needs,
  by: Actor,
  id: string,
  { version, ...given }: PageChanges,
): Promise<SitePage> {
  const old = await existingPage(app, id)
  if (old.version !== version) throw new Refusal('page.changed')
  const next = await withChanges(app, by, old, given)
  if (changedDetails(old, next).length === 0) return old
  try {
    await change(app, by, (work) => save(app, work, old, next))
  } catch (error) {
    throw takenColumn(error) === 'page.slug' ? new Refusal('page.taken') : error
  }
  app.pageLinks.forget()
  return next
}

/**
 * Deletes a page with its former versions. What players have agreed to stays.
 *
 * @throws Refusal `page.notfound`, also for the slower of two who delete the same page; `page.agreed`
 */
export async function removePage(app: Needs, by: Actor, id: string): Promise<void> {
  await existingPage(app, id)
  await change(app, by, async (work) => {
    const old = (await lockPage(work.tx, id)) && (await findPage(work.tx, id))
    if (!old) throw new Refusal('page.notfound')
    if (await isAgreedTo(work.tx, id)) throw new Refusal('page.agreed')
    const versions = await deleteFormer(work.tx, id, 0)
    await deletePageRow(work.tx, id)
    await holdPictures(work, [
      ...picturePlaces({ ...old, htmlEn: '', htmlRu: '' }),
      ...versions.map((version) => formerPlace(id, version, null)),
      ...Array.from({ length: old.edition }, (_, n) => editionPlace(id, n + 1, null)),
    ])
    work.note('page.deleted', pathOf(old), { before: toTrace(old, ['titleEn', 'titleRu']) })
  })
  app.pageLinks.forget()
}

/**
 * Puts pages into an order; those that are not named follow as they were.
 *
 * @throws Refusal `page.notfound`
 */
export async function orderPages(app: Needs, by: Actor, ids: readonly string[]): Promise<void> {
  await change(app, by, async ({ tx, note }) => {
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
      note('page.ordered', null, { before: order(before), after: order(after) })
    }
  })
  app.pageLinks.forget()
}

/** Returns the page with its changes, rendering again only what changed. */
async function withChanges(
  app: Needs,
  by: Actor,
  old: SitePage,
  { newEdition = false, ...given }: Omit<PageChanges, 'version'>,
): Promise<SitePage> {
  const now = app.clock.now()
  const texts = readTexts(old, given)
  const isSame = texts.bodyEn === old.bodyEn && texts.bodyRu === old.bodyRu
  const published = given.published ?? old.publishedAt !== null
  const mustAgree = given.mustAgree ?? old.mustAgree
  if (newEdition && !(mustAgree && published)) {
    throw new Refusal('request.invalid', { fields: [{ field: 'newEdition', keyword: 'unasked' }] })
  }
  const isFirst = mustAgree && published && old.edition === 0
  return {
    ...old,
    ...texts,
    ...(!isSame && (await renderTexts(texts, app.config.publicUrl))),
    slug: given.slug === undefined ? old.slug : given.slug || (await freeSlug(app, old.id, texts)),
    place: given.place ?? old.place,
    publishedAt: published ? (old.publishedAt ?? now) : null,
    mustAgree,
    edition: newEdition || isFirst ? old.edition + 1 : old.edition,
    version: old.version + 1,
    author: by.actor,
    updatedAt: now,
  }
}

/** Makes an address from the title, with a number if another page has it. */
async function freeSlug({ db }: Pick<App, 'db'>, id: string, texts: PageTexts): Promise<string> {
  const others = (await listPageRows(db)).filter((page) => page.id !== id)
  const taken = new Set(others.map(({ slug }) => slug))
  const made = slugFor(texts)
  let slug = made
  for (let number = 2; taken.has(slug); number += 1) slug = `${made}-${number}`
  return slug
}

async function save(
  app: Needs,
  work: Work<Actor>,
  old: SitePage,
  next: SitePage,
): Promise<SitePage> {
  const { tx } = work
  await requireDemandable(app, work, next, old)
  if (!(await replacePage(tx, { old, next }))) {
    throw new Refusal((await findPage(tx, old.id)) ? 'page.changed' : 'page.notfound')
  }
  const places: HeldText[] = picturePlaces(next)
  if (changesTexts(old, next)) {
    await insertFormer(tx, old)
    places.push(formerPlace(old.id, old.version, old))
    const dropped = await deleteFormer(tx, old.id)
    places.push(...dropped.map((version) => formerPlace(old.id, version, null)))
  }
  if (next.edition !== old.edition) {
    await insertEdition(tx, next)
    places.push(editionPlace(old.id, next.edition, next))
  }
  if (next.mustAgree !== old.mustAgree || next.edition !== old.edition) await upsertDemand(tx, next)
  await holdPictures(work, places)
  const changed = changedDetails(old, next)
  work.note('page.changed', pathOf(next), {
    before: toTrace(old, changed),
    after: toTrace(next, changed),
  })
  return next
}
