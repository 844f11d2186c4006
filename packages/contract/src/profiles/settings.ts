import type { SettingDefinition } from '../setting.ts'

/** Settings of skins in the game, and of sharing skins. */
export const textureSettings = {
  hdTexturesInGame: {
    kind: 'flag',
    default: false,
    description: 'whether profiles refer to HD skins instead of their reduced versions',
    isPublic: false,
    card: 'profiles',
    label: { en: 'HD skins in the game', ru: 'HD-скины в игре' },
    hint: {
      en: 'Turn it on only if your clients have a mod that supports them.',
      ru: 'Включайте, только если в ваших сборках есть мод для таких скинов.',
    },
  },
  skinSharing: {
    kind: 'flag',
    default: true,
    description: 'whether players may wear skins that others share',
    isPublic: false,
    card: 'profiles',
    label: { en: 'Players may share their skins', ru: 'Игроки могут делиться скинами' },
    hint: {
      en: 'Other players can wear such a skin by entering the name of its player. Each player decides whether to share.',
      ru: 'Такой скин можно надеть по нику игрока. Делиться ли скином, решает сам игрок.',
    },
  },
  publicActivity: {
    kind: 'flag',
    default: false,
    description: 'whether public profiles show play time and the last visit',
    isPublic: false,
    card: 'profiles',
    label: {
      en: 'Public profiles show play time',
      ru: 'В публичном профиле видно время в игре',
    },
    hint: {
      en: 'Your game servers report play time with an API key.',
      ru: 'Время в игре сообщают ваши игровые серверы по ключу API.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
