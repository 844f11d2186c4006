import type { SettingDefinition } from '../setting.ts'

export const staffSettings = {
  banReasons: {
    kind: 'text',
    default: '',
    description:
      'reasons that the ban dialog offers, one a line; a Russian text may follow after `|`',
    most: 2000,
    isPublic: false,
    card: 'bans',
    label: { en: 'Ready ban reasons', ru: 'Готовые причины блокировки' },
    hint: {
      en: 'One reason per line: in English, or in English and Russian with | between them.',
      ru: 'По одной причине в строке: на одном языке или на английском и русском через |.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
