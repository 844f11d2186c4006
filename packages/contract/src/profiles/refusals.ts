import type { RefusalDefinitions } from '../refusal.ts'

/** Refusals of a skin or a cape (docs/textures.md#skins-and-capes). */
export const textureRefusals = {
  'texture.notfound': {
    status: 404,
    en: 'There is no such texture.',
    ru: 'Такой текстуры нет.',
  },
  'look.notfound': {
    status: 404,
    en: 'This skin is no longer among your saved skins.',
    ru: 'Этого скина больше нет среди сохранённых.',
  },
  'skin.notshared': {
    status: 404,
    en: 'There is no player with this name who shares a skin.',
    ru: 'Игрок с таким ником не найден или не делится скином.',
  },
  'texture.notpng': {
    status: 400,
    en: 'This is not a PNG picture.',
    ru: 'Это не картинка в формате PNG.',
  },
  'texture.toolarge': {
    status: 400,
    en: 'The picture must not be larger than 1 MiB.',
    ru: 'Картинка может весить не больше 1 МиБ.',
  },
  'texture.size': {
    status: 400,
    en: 'A skin must be 64×64 or 64×32 pixels, a cape 64×32, 22×17 or 46×22, or a multiple of that.',
    ru: 'Скин должен быть 64×64 или 64×32 пикселя, плащ — 64×32, 22×17 или 46×22, либо кратен этим размерам.',
  },
  'texture.hdnotallowed': {
    status: 403,
    en: 'You are not allowed to use high-resolution pictures.',
    ru: 'Вам недоступны картинки высокого разрешения.',
  },
  'texture.broken': {
    status: 400,
    en: 'The picture is damaged.',
    ru: 'Картинка повреждена.',
  },
} as const satisfies RefusalDefinitions
