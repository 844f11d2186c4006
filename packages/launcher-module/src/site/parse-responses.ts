import type { Language } from '../language.ts'
import { canonicalUuid, type Profile } from '../player/profile.ts'
import { isRecord, isTexts } from '../settings/field-types.ts'

export type SiteState = { name: string; version: string }

export type NewsItem = {
  id: string
  title: string
  body: string
  /** Epoch milliseconds. */
  publishedAt: number
  tag: string
  link: string
  banner: string
}

export type Parser<T> = (json: unknown) => T | undefined

export const readState: Parser<SiteState> = (json) => {
  if (!isRecord(json) || !isText(json.name) || !isText(json.version)) return undefined
  return { name: json.name, version: json.version }
}

/** Reads the default language of the site's pages from `/config`. */
export const readLanguage: Parser<Language> = (json) => {
  const language = isRecord(json) ? json.defaultLanguage : undefined
  return language === 'ru' || language === 'en' ? language : undefined
}

export const readProfile: Parser<Profile> = (json) => {
  if (!isRecord(json) || !isText(json.uuid) || !isText(json.username)) return undefined
  const { username, roles, groups, permissions, banned } = json
  const uuid = canonicalUuid(json.uuid)
  const textures = readTextures(json.textures)
  if (!uuid || username === '' || !textures || typeof banned !== 'boolean') return undefined
  if (!isTexts(roles) || !isTexts(groups) || !isTexts(permissions)) return undefined

  const banReason = isText(json.banReason) ? json.banReason : ''
  return { uuid, username, roles, groups, permissions, banned, banReason, textures }
}

/** The readable news items, and the IDs of the others; an ID is empty if it is not text. */
export type News = { items: NewsItem[]; unreadable: string[] }

export const readNews: Parser<News> = (json) => {
  if (!isRecord(json) || !Array.isArray(json.items)) return undefined
  const items: NewsItem[] = []
  const unreadable: string[] = []
  for (const one of json.items) {
    const item = readNewsItem(one)
    if (item) items.push(item)
    else unreadable.push(isRecord(one) && isText(one.id) ? one.id : '')
  }
  return { items, unreadable }
}

export const readRefusal: Parser<{ code: string; reason: string }> = (json) => {
  if (!isRecord(json) || !isText(json.error) || json.error === '') return undefined
  return { code: json.error, reason: isText(json.reason) ? json.reason : '' }
}

function readTextures(json: unknown): Profile['textures'] | undefined {
  if (json === undefined || json === null) return {}
  if (!isRecord(json)) return undefined
  const { skin, cape } = json
  return {
    ...(isRecord(skin) &&
      isText(skin.url) && { skin: { url: skin.url, slim: skin.slim === true } }),
    ...(isRecord(cape) && isText(cape.url) && { cape: { url: cape.url } }),
  }
}

function readNewsItem(json: unknown): NewsItem | undefined {
  if (!isRecord(json) || !isText(json.id) || !isText(json.title)) return undefined
  if (!isText(json.body) || !isText(json.publishedAt)) return undefined
  const publishedAt = Date.parse(json.publishedAt)
  if (Number.isNaN(publishedAt)) return undefined

  const { id, title, body } = json
  const [tag = '', link = '', banner = ''] = [json.tag, json.link, json.banner].map((value) =>
    isText(value) ? value : '',
  )
  return { id, title, body, publishedAt, tag, link, banner }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
