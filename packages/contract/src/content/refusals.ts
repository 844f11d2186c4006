import type { RefusalDefinitions } from '../refusal.ts'

export const newsRefusals = {
  'news.notfound': {
    status: 404,
    en: 'This news item does not exist.',
    ru: 'Такой новости нет.',
  },
} as const satisfies RefusalDefinitions

export const pageRefusals = {
  'page.notfound': {
    status: 404,
    en: 'Page not found.',
    ru: 'Такой страницы нет.',
  },
  'page.taken': {
    status: 409,
    en: 'Another page already has this address.',
    ru: 'Этот адрес уже занят другой страницей.',
  },
  'page.changed': {
    status: 409,
    en: 'This page has changed in the meantime.',
    ru: 'Страница тем временем изменилась.',
  },
  'page.agreed': {
    status: 409,
    en: 'Players have agreed to this page, so it cannot be deleted. Unpublish it instead.',
    ru: 'Игроки соглашались с этой страницей, поэтому удалить её нельзя. Снимите её с публикации.',
  },
  'page.toomany': {
    status: 409,
    en: 'The site has the maximum number of pages. Please delete one first.',
    ru: 'Больше страниц создать нельзя. Сначала удалите одну из них.',
  },
} as const satisfies RefusalDefinitions

/** Refusals of a picture of the site (docs/contract.md#pictures). */
export const pictureRefusals = {
  'picture.notfound': {
    status: 404,
    en: 'There is no such picture.',
    ru: 'Такой картинки нет.',
  },
  'picture.kind': {
    status: 400,
    en: 'Only still PNG, JPEG and WebP pictures can be uploaded, not animations, GIF or SVG.',
    ru: 'Загрузить можно только неподвижную картинку PNG, JPEG или WebP — не анимацию, не GIF и не SVG.',
  },
  'picture.toolarge': {
    status: 400,
    en: 'The picture must not be larger than 2 MB.',
    ru: 'Картинка может весить не больше 2 МБ.',
  },
  'picture.size': {
    status: 400,
    en: 'The picture must not be wider or higher than 4096 pixels.',
    ru: 'Картинка может быть не больше 4096 пикселей в ширину и в высоту.',
  },
  'picture.broken': {
    status: 400,
    en: 'The picture is damaged.',
    ru: 'Картинка повреждена.',
  },
} as const satisfies RefusalDefinitions
