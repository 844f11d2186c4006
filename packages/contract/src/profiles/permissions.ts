import type { Words } from '../locale.ts'

export const texturePermissions = {
  'player.skin.upload': { ru: 'Загружать скин', en: 'Upload a skin' },
  'player.skin.hd': { ru: 'Скины высокого разрешения', en: 'HD skins' },
  'player.cape.upload': { ru: 'Загружать плащ', en: 'Upload a cape' },
  'player.cape.hd': { ru: 'Плащи высокого разрешения', en: 'HD capes' },
} as const satisfies Record<string, Words>
