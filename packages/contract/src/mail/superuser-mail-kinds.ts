import type { MailKindDefinition } from './mail-kind.ts'

export const superuserMailKinds = {
  'superuser-made': {
    class: 'notice',
    en: 'Notice: new superuser',
    ru: 'Уведомление: новый суперпользователь',
    when: 'a new superuser',
  },
  'two-factor-removed': {
    class: 'notice',
    en: 'Notice: two-factor authentication removed by an administrator',
    ru: 'Уведомление: администратор снял двухфакторную защиту',
    when: '2FA was removed from a player, or a player with `panel.access` turned it off',
  },
  'passkeys-removed': {
    class: 'notice',
    en: 'Notice: passkeys removed by an administrator',
    ru: 'Уведомление: администратор удалил ключи доступа',
    when: 'passkeys were removed from a player',
  },
  'identities-removed': {
    class: 'notice',
    en: 'Notice: accounts unlinked by an administrator',
    ru: 'Уведомление: администратор отвязал аккаунты',
    when: 'links were removed from a player',
  },
  'key-made': {
    class: 'notice',
    en: 'Notice: new API key',
    ru: 'Уведомление: новый ключ API',
    when: 'a new API key',
  },
  'rights-given': {
    class: 'notice',
    en: 'Notice: panel permissions given',
    ru: 'Уведомление: выданы права в панели',
    when: 'a player received rights in the panel',
  },
  'bundle-opened': {
    class: 'notice',
    en: 'Notice: role or rank gives panel permissions',
    ru: 'Уведомление: роль или привилегия даёт права в панели',
    when: 'a role or rank gives more rights in the panel',
  },
  'import-started': {
    class: 'notice',
    en: 'Notice: import started',
    ru: 'Уведомление: перенос игроков начат',
    when: 'an import by the panel begins to write',
  },
  'setting-changed': {
    class: 'notice',
    en: 'Notice: important setting changed',
    ru: 'Уведомление: изменена важная настройка',
    when: '`legacyUrl` or the address of a launcher was changed',
  },
  'page-demanded': {
    class: 'notice',
    en: 'Notice: players must agree to a page',
    ru: 'Уведомление: игроки должны принять страницу',
    when: 'what players must agree to was changed',
  },
  'key-open': {
    class: 'notice',
    en: 'Notice: API key trusts every address',
    ru: 'Уведомление: ключ API доверяет любому адресу',
    when: 'an API key newly trusts `0.0.0.0/0` or `::/0`',
  },
  'provider-made': {
    class: 'notice',
    en: 'Notice: new sign-in service',
    ru: 'Уведомление: новый сервис для входа',
    when: 'a sign-in service was added',
  },
  'provider-changed': {
    class: 'notice',
    en: 'Notice: sign-in service changed',
    ru: 'Уведомление: сервис для входа изменён',
    when: 'the id, secret or trust of a sign-in service was changed',
  },
  'webhook-changed': {
    class: 'notice',
    en: 'Notice: webhook changed',
    ru: 'Уведомление: вебхук изменён',
    when: 'a webhook was created, changed or deleted',
  },
  'webhook-disabled': {
    class: 'notice',
    en: 'Notice: webhook turned off',
    ru: 'Уведомление: вебхук выключен',
    when: 'the site turned a webhook off: it answered 410 (Discord: 404), or only failed for five days',
  },
  'shop-changed': {
    class: 'notice',
    en: 'Notice: shop changed',
    ru: 'Уведомление: изменены настройки магазина',
    when: 'a shop was turned on, or its key was replaced',
  },
  'application-changed': {
    class: 'notice',
    en: 'Notice: application changed',
    ru: 'Уведомление: изменено приложение',
    when: 'an application that players sign in to was created or changed, or has a new secret',
  },
  'backup-failed': {
    class: 'notice',
    en: 'Notice: automatic backup failed',
    ru: 'Уведомление: автоматическая копия не создана',
    when: 'an automatic backup failed, and the one before it did not',
  },
  'staff-guessed': {
    class: 'notice',
    en: 'Notice: password guessing at staff accounts',
    ru: 'Уведомление: подбор паролей команды',
    when: '20 failed or locked-out sign-ins to accounts with `panel.access` within an hour; at most one mail an hour',
  },
  'player-deleted': {
    class: 'notice',
    en: 'Notice to superusers: account deleted',
    ru: 'Суперпользователям: аккаунт удалён',
    when: 'an account was deleted, with the backups that still contain it',
  },
} as const satisfies Record<string, MailKindDefinition>
