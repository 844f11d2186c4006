import type { SettingDefinition } from '../setting.ts'

export const staffSettings = {
  banReasons: {
    kind: 'text',
    default: '',
    description:
      'reasons that the ban dialog offers, one a line; a Russian text may follow after `|`',
    most: 2000,
    rows: 'languages',
    mostInRow: 500,
    isPublic: false,
    card: 'bans',
    label: { en: 'Predefined ban reasons', ru: 'Готовые причины блокировки' },
    hint: {
      en: 'The ban dialog offers them in the language of the player; a missing text is replaced by the text in the other language.',
      ru: 'Окно блокировки предлагает их на языке игрока. Если текста на этом языке нет, подставляется другой.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
