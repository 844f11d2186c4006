import type { Reply } from '../../../api.ts'
import { toLocalInput } from '../local-instant.ts'

export type NewsFields = {
  title: string
  body: string
  /** Empty: no translation. */
  translationLocale: '' | 'en' | 'ru'
  translationTitle: string
  translationBody: string
  format: 'markdown' | 'html'
  /** The publication time, as the input shows it. */
  at: string
  tag: string
  link: string
  banner: string
}

export const EMPTY_NEWS: NewsFields = {
  title: '',
  body: '',
  translationLocale: '',
  translationTitle: '',
  translationBody: '',
  format: 'markdown',
  at: '',
  tag: '',
  link: '',
  banner: '',
}

export function newsFields(news: Reply<'showNews'>): NewsFields {
  const { title, body, translation, format, publishedAt, tag, link, banner } = news
  return {
    title,
    body,
    translationLocale: translation?.locale ?? '',
    translationTitle: translation?.title ?? '',
    translationBody: translation?.body ?? '',
    format,
    tag: tag ?? '',
    link: link ?? '',
    banner: banner ?? '',
    at: publishedAt === null ? '' : toLocalInput(publishedAt),
  }
}

/** Returns the changed fields as the API takes them, without the publication time. */
export function changesOf(sent: Partial<NewsFields>, fields: NewsFields) {
  const { title, body, format, tag, link, banner } = sent
  return {
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(format !== undefined && { format }),
    ...(tag !== undefined && { tag: tag || null }),
    ...(link !== undefined && { link: link || null }),
    ...(banner !== undefined && { banner: banner || null }),
    ...(Object.keys(sent).some((name) => name.startsWith('translation')) && {
      translation: translationOf(fields),
    }),
  }
}

function translationOf({ translationLocale, translationTitle, translationBody }: NewsFields) {
  if (translationLocale === '') return null
  return { locale: translationLocale, title: translationTitle, body: translationBody }
}
