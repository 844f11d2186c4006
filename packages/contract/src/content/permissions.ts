import type { Words } from '../locale.ts'

export const contentPermissions = {
  'panel.news.edit': { ru: 'Новости', en: 'News' },
  'panel.pages.edit': { ru: 'Страницы сайта', en: 'Pages of the site' },
} as const satisfies Record<string, Words>
