import type { SettingDefinition } from '../setting.ts'

export const backupSettings = {
  backupHours: {
    kind: 'number',
    default: 0,
    zero: 'off',
    description: 'hours between automatic backups',
    most: 720,
    isPublic: false,
    superusersOnly: true,
    card: 'backups',
    label: { en: 'Hours between automatic backups', ru: 'Интервал автоматических копий, часов' },
    hint: {
      en: 'Backups are stored in the folder backups of the data folder. 0 turns them off. Only superusers can change it.',
      ru: 'Копии хранятся в папке backups внутри папки данных. 0 — копии не создаются. Менять может только суперпользователь.',
    },
  },
  backupsKept: {
    kind: 'number',
    default: 7,
    least: 1,
    most: 1000,
    description: 'how many automatic backups are kept; other backups are never deleted',
    isPublic: false,
    superusersOnly: true,
    card: 'backups',
    order: 1,
    label: { en: 'Automatic backups to keep', ru: 'Сколько автоматических копий хранить' },
    hint: {
      en: 'Older automatic backups are deleted, other backups never. Only superusers can change it.',
      ru: 'Более старые автоматические копии удаляются, остальные — никогда. Менять может только суперпользователь.',
    },
  },
} as const satisfies Record<string, SettingDefinition>
