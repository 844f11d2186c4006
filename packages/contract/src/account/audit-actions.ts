import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'player.registered': { en: 'Registered', ru: 'Регистрация', exportedTo: 'both' },
  'player.created': { en: 'Account created', ru: 'Аккаунт создан', exportedTo: 'both' },
  'player.activated': { en: 'Account confirmed', ru: 'Аккаунт подтверждён', exportedTo: 'both' },
  'player.expired': {
    en: 'Unconfirmed account deleted',
    ru: 'Неподтверждённый аккаунт удалён',
    exportedTo: 'both',
  },
  'player.deleted': { en: 'Account deleted', ru: 'Аккаунт удалён', exportedTo: 'both' },
  'deletion.asked': {
    en: 'Account deletion requested',
    ru: 'Запрошено удаление аккаунта',
    exportedTo: 'both',
  },
  'deletion.cancelled': {
    en: 'Account deletion canceled',
    ru: 'Удаление аккаунта отменено',
    exportedTo: 'both',
  },
  'player.email': { en: 'E-mail changed', ru: 'Почта изменена', exportedTo: 'both' },
  'player.username': { en: 'Name changed', ru: 'Ник изменён', exportedTo: 'both' },
  'player.name-freed': {
    en: 'Reserved name released',
    ru: 'Закреплённый ник освобождён',
    exportedTo: 'both',
  },
  'player.balance': { en: 'Balance changed', ru: 'Баланс изменён', exportedTo: 'both' },
  'export.requested': {
    en: 'Data export requested',
    ru: 'Запрошена выгрузка данных',
    exportedTo: 'both',
  },
  'export.downloaded': {
    en: 'Data export downloaded',
    ru: 'Выгрузка данных скачана',
    exportedTo: 'both',
  },
  'export.written': {
    en: 'Player data written to a file',
    ru: 'Данные игрока записаны в файл',
    exportedTo: 'both',
  },
  'consent.given': { en: 'Agreement given', ru: 'Согласие дано', exportedTo: 'both' },
} as const satisfies Record<string, AuditActionDefinition>
