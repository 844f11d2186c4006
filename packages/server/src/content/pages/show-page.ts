import type { endpoints, PageVersion, PublicPage } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { isSortableId } from '../../platform/random.ts'
import { listUsernames } from '../../players/player-store.ts'
import { type SitePage, toPageItem, toVersionItem } from './page.ts'
import { findPage, findPublishedPage, listPageRows } from './page-store.ts'
import { renderTexts } from './parse-page.ts'
import { findVersion, listVersions } from './version-store.ts'

type Deps = Pick<App, 'db'>

export async function listPages(app: Deps): Promise<Static<typeof endpoints.listPages.reply>> {
  const rows = await listPageRows(app.db)
  const names = await listUsernames(
    app.db,
    rows.map(({ author }) => author),
  )
  return { items: rows.map((row) => toPageItem(row, names)) }
}

export async function existingPage(app: Deps, id: string): Promise<SitePage> {
  const page = isSortableId(id) ? await findPage(app.db, id) : undefined
  if (!page) throw new Refusal('page.notfound')
  return page
}

/**
 * Returns a published page.
 * @throws Refusal `page.notfound`, also for a draft
 */
export async function publishedPage(app: Deps, slug: string): Promise<SitePage> {
  const page = /^[a-z0-9-]{1,64}$/.test(slug) ? await findPublishedPage(app.db, slug) : undefined
  if (!page) throw new Refusal('page.notfound')
  return page
}

export function toPublicPage(page: SitePage): PublicPage {
  const { slug, titleEn, titleRu, htmlEn, htmlRu, updatedAt } = page
  const texts = {
    ...(titleEn && { en: { title: titleEn, html: htmlEn } }),
    ...(titleRu && { ru: { title: titleRu, html: htmlRu } }),
  }
  return { slug, texts, updatedAt: isoInstant(updatedAt) }
}

export async function listPageVersions(
  app: Deps,
  id: string,
): Promise<Static<typeof endpoints.listPageVersions.reply>> {
  await existingPage(app, id)
  const oldVersion = await listVersions(app.db, id)
  const names = await listUsernames(
    app.db,
    oldVersion.map(({ author }) => author),
  )
  return { items: oldVersion.map((one) => toVersionItem(one, names)) }
}

/**
 * Returns a former version of a page.
 * @throws Refusal `page.notfound`, also for a version that was deleted
 */
export async function showPageVersion(
  app: Pick<App, 'db' | 'config'>,
  { id, version }: { id: string; version: string },
): Promise<PageVersion> {
  const canBe = isSortableId(id) && /^[1-9][0-9]{0,8}$/.test(version)
  const oldVersion = canBe ? await findVersion(app.db, id, Number(version)) : undefined
  if (!oldVersion) throw new Refusal('page.notfound')
  const { bodyEn, bodyRu, author } = oldVersion
  const { htmlEn, htmlRu } = await renderTexts(oldVersion, app.config.publicUrl)
  const names = await listUsernames(app.db, [author])
  return { ...toVersionItem(oldVersion, names), bodyEn, bodyRu, htmlEn, htmlRu }
}
