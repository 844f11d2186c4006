import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'audit.exported': { en: 'Audit log exported', ru: 'Журнал выгружен', exportedTo: 'actor' },
  'player.banned': { en: 'Banned', ru: 'Заблокирован', exportedTo: 'both' },
  'player.unbanned': { en: 'Ban lifted', ru: 'Разблокирован', exportedTo: 'both' },
  'player.note-added': { en: 'Staff note added', ru: 'Добавлена заметка', exportedTo: 'actor' },
  'player.note-deleted': { en: 'Staff note deleted', ru: 'Удалена заметка', exportedTo: 'actor' },
  'setting.changed': { en: 'Setting changed', ru: 'Настройка изменена', exportedTo: 'both' },
  'mail.retried': { en: 'E-mail sent again', ru: 'Письмо отправлено снова', exportedTo: 'both' },
  'mail.tested': { en: 'Test e-mail sent', ru: 'Пробное письмо отправлено', exportedTo: 'both' },
  'mail.server-changed': { en: 'Mail server set', ru: 'Почтовый сервер задан', exportedTo: 'both' },
  'mail.server-removed': {
    en: 'Mail server removed',
    ru: 'Почтовый сервер удалён',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
