import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'site.set-up': { en: 'The site was set up', ru: 'Сайт настроен', exportedTo: 'both' },
  'keys.rotated': { en: 'Signing keys replaced', ru: 'Ключи подписи заменены', exportedTo: 'both' },
  'launcher.probed': { en: 'Launcher tested', ru: 'Лаунчер проверен', exportedTo: 'both' },
  'backup.made': { en: 'Backup created', ru: 'Создана резервная копия', exportedTo: 'both' },
  'backup.downloaded': {
    en: 'Backup downloaded',
    ru: 'Резервная копия скачана',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
