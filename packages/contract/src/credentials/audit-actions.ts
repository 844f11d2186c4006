import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'password.set': { en: 'Password set', ru: 'Пароль задан', exportedTo: 'both' },
  'password.changed': { en: 'Password changed', ru: 'Пароль изменён', exportedTo: 'both' },
  'password.change-required': {
    en: 'New password required',
    ru: 'Потребован новый пароль',
    exportedTo: 'both',
  },
  'password.reset-requested': {
    en: 'Reset link requested',
    ru: 'Запрошена ссылка для сброса',
    exportedTo: 'both',
  },
  'password.reset': { en: 'Password reset', ru: 'Пароль сброшен', exportedTo: 'both' },
  'two-factor.enabled': {
    en: 'Two-factor authentication turned on',
    ru: 'Двухфакторная защита включена',
    exportedTo: 'both',
  },
  'two-factor.disabled': {
    en: 'Two-factor authentication turned off',
    ru: 'Двухфакторная защита выключена',
    exportedTo: 'both',
  },
  'two-factor.removed': {
    en: 'Two-factor authentication removed',
    ru: 'Двухфакторная защита снята',
    exportedTo: 'both',
  },
  'recovery-codes.made': {
    en: 'Recovery codes created',
    ru: 'Созданы резервные коды',
    exportedTo: 'both',
  },
  'recovery-codes.used': {
    en: 'Recovery code used',
    ru: 'Использован резервный код',
    exportedTo: 'both',
  },
  'passkey.added': { en: 'Passkey added', ru: 'Ключ доступа добавлен', exportedTo: 'both' },
  'passkey.renamed': { en: 'Passkey renamed', ru: 'Ключ доступа переименован', exportedTo: 'both' },
  'passkey.removed': { en: 'Passkey removed', ru: 'Ключ доступа удалён', exportedTo: 'both' },
  'passkey.copied': {
    en: 'Passkey possibly copied',
    ru: 'Ключ доступа, возможно, скопирован',
    exportedTo: 'both',
  },
  'passkeys.removed': {
    en: 'All passkeys removed',
    ru: 'Все ключи доступа удалены',
    exportedTo: 'both',
  },
  'identity.linked': { en: 'Account linked', ru: 'Аккаунт привязан', exportedTo: 'both' },
  'identity.unlinked': { en: 'Account unlinked', ru: 'Аккаунт отвязан', exportedTo: 'both' },
  'identities.removed': {
    en: 'All linked accounts unlinked',
    ru: 'Все привязанные аккаунты отвязаны',
    exportedTo: 'both',
  },
  'identity-provider.created': {
    en: 'Sign-in service added',
    ru: 'Сервис для входа добавлен',
    exportedTo: 'both',
  },
  'identity-provider.changed': {
    en: 'Sign-in service changed',
    ru: 'Сервис для входа изменён',
    exportedTo: 'both',
  },
  'identity-provider.deleted': {
    en: 'Sign-in service removed',
    ru: 'Сервис для входа удалён',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
