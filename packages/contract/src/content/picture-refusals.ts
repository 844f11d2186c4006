import type { Sentences } from '../definitions.ts'

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
} as const satisfies Sentences
