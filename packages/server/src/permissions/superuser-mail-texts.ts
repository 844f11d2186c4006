import { isSettingName, type Locale, settingDefinitions } from '@portal/contract'

type AlertText = (targetName: string) => { subject: string; what: string; advice: string }

function labelOf(name: string, locale: Locale): string {
  return isSettingName(name) ? settingDefinitions[name].label[locale] : name
}

export const superuserAlertTexts = {
  'superuser-made': {
    en: (targetName) => ({
      subject: 'A new superuser',
      what: `${targetName} was made a superuser and can do everything on the site.`,
      advice:
        'If this was not intended, undo it on the player’s page in the panel and change the password of the person who did it.',
    }),
    ru: (targetName) => ({
      subject: 'Новый суперпользователь',
      what: `Игрок ${targetName} стал суперпользователем и может делать на сайте всё.`,
      advice:
        'Если так не задумано, отмените это на странице игрока в панели и смените пароль того, кто это сделал.',
    }),
  },
  'webhook-changed': {
    en: (targetName) => ({
      subject: `The webhook ${targetName} was changed`,
      what: `The webhook ${targetName} was created, changed or deleted. It sends events of the site to another program.`,
      advice:
        'If this was not intended, delete it in the panel and change the password of the person who did it.',
    }),
    ru: (targetName) => ({
      subject: `Вебхук ${targetName} изменён`,
      what: `Вебхук ${targetName} создан, изменён или удалён. Он отправляет события сайта другой программе.`,
      advice: 'Если так не задумано, удалите его в панели и смените пароль того, кто это сделал.',
    }),
  },
  'shop-changed': {
    en: (targetName) => ({
      subject: `The shop ${targetName} was changed`,
      what: `The shop ${targetName} was turned on, or its key was replaced. Purchases there give ranks and currency on the site.`,
      advice:
        'If this was not intended, turn it off in the panel and change the password of the person who did it.',
    }),
    ru: (targetName) => ({
      subject: `Изменены настройки магазина ${targetName}`,
      what: `Магазин ${targetName} включён, или его ключ заменён. За покупки в нём сайт выдаёт привилегии и валюту.`,
      advice: 'Если так не задумано, выключите его в панели и смените пароль того, кто это сделал.',
    }),
  },
  'application-changed': {
    en: (targetName) => ({
      subject: `The application ${targetName} was changed`,
      what: `The application ${targetName} was created or changed, or has a new secret. Players sign in to it with their accounts.`,
      advice:
        'If this was not intended, revoke it in the panel and change the password of the person who did it.',
    }),
    ru: (targetName) => ({
      subject: `Изменено приложение ${targetName}`,
      what: `Приложение ${targetName} создано или изменено, или у него новый секрет. Игроки входят в него с аккаунтом сайта.`,
      advice: 'Если так не задумано, отзовите его в панели и смените пароль того, кто это сделал.',
    }),
  },
  'application-revoked': {
    en: (targetName) => ({
      subject: `The application ${targetName} was revoked`,
      what: `The application ${targetName} was revoked. Players can no longer sign in to it with their accounts.`,
      advice:
        'A revoked application cannot be restored. If this was not intended, register it again in the panel and change the password of the person who did it.',
    }),
    ru: (targetName) => ({
      subject: `Отозвано приложение ${targetName}`,
      what: `Приложение ${targetName} отозвано. Игроки больше не могут входить в него с аккаунтом сайта.`,
      advice:
        'Вернуть отозванное приложение нельзя. Если так не задумано, зарегистрируйте его в панели заново и смените пароль того, кто это сделал.',
    }),
  },
  'rights-given': {
    en: (targetName) => ({
      subject: `${targetName} was given rights in the panel`,
      what: `${targetName} can do more in the panel than before.`,
      advice:
        'If this was not intended, take the rights back on the player’s page and change the password of the administrator who did it.',
    }),
    ru: (targetName) => ({
      subject: `Игрок ${targetName} получил права в панели`,
      what: `Игроку ${targetName} теперь доступно в панели больше, чем раньше.`,
      advice:
        'Если так не задумано, отмените это на странице игрока и смените пароль администратора, который это сделал.',
    }),
  },
  'bundle-opened': {
    en: (targetName) => ({
      subject: `“${targetName}” gives rights in the panel`,
      what: `The role or donor rank “${targetName}” was created or changed, and gives every player who has it rights in the panel.`,
      advice:
        'If this was not intended, change it back in the panel and change the password of the administrator who did it.',
    }),
    ru: (targetName) => ({
      subject: `«${targetName}» даёт права в панели`,
      what: `Роль или привилегия «${targetName}» создана или изменена и даёт всем, у кого она есть, права в панели.`,
      advice:
        'Если так не задумано, отмените изменение в панели и смените пароль администратора, который это сделал.',
    }),
  },
  'page-demanded': {
    en: (targetName) => ({
      subject: `An agreement of players was changed: “${targetName}”`,
      what: `Players must now agree to the page “${targetName}” or to a new version of it, or agreement is no longer required. Players who must agree can do nothing else until they agree.`,
      advice:
        'If this was not intended, open the page in the panel, undo the change and change the password of the administrator who did it.',
    }),
    ru: (targetName) => ({
      subject: `Изменено согласие, которое дают игроки: «${targetName}»`,
      what: `Игроки теперь должны принять страницу «${targetName}» или её новую версию либо больше не должны её принимать. Пока игрок не согласится, ничего другого ему не доступно.`,
      advice:
        'Если так не задумано, откройте страницу в панели, отмените изменение и смените пароль администратора, который это сделал.',
    }),
  },
  'import-started': {
    en: (targetName) => ({
      subject: 'An import of players has started',
      what: `Accounts from another site (${targetName}) are being imported. Roles and donor ranks may be imported with them, including some with rights in the panel.`,
      advice:
        'If this was not intended, open the page in the panel, check the audit log and change the password of the superuser who did it.',
    }),
    ru: (targetName) => ({
      subject: 'Начался перенос игроков',
      what: `Записываются аккаунты с другого сайта (${targetName}). Вместе с ними могут быть перенесены роли и привилегии, в том числе с правами в панели.`,
      advice:
        'Если так не задумано, откройте в панели страницу «Перенос», проверьте журнал и смените пароль суперпользователя, который это сделал.',
    }),
  },
  'setting-changed': {
    en: (targetName) => ({
      subject: `The setting “${labelOf(targetName, 'en')}” was changed`,
      what: `The setting “${labelOf(targetName, 'en')}” has another value. The audit log has the old and the new one.`,
      advice:
        'If this was not intended, change it back in the panel and change the password of the administrator who did it.',
    }),
    ru: (targetName) => ({
      subject: `Изменена настройка «${labelOf(targetName, 'ru')}»`,
      what: `Значение настройки «${labelOf(targetName, 'ru')}» изменено. Прежнее и новое значения видны в журнале.`,
      advice:
        'Если так не задумано, верните прежнее значение в панели и смените пароль администратора, который это сделал.',
    }),
  },
  'two-factor-removed': {
    en: (targetName) => ({
      subject: `Two-factor authentication of ${targetName} was removed`,
      what: `Signing in to the account ${targetName} no longer requires a code from the app.`,
      advice: `If ${targetName} does not know about this, someone may be trying to take over the account.`,
    }),
    ru: (targetName) => ({
      subject: `Двухфакторная защита игрока ${targetName} снята`,
      what: `Для входа в аккаунт ${targetName} больше не нужен код из приложения.`,
      advice: `Если ${targetName} об этом не знает, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'passkeys-removed': {
    en: (targetName) => ({
      subject: `The passkeys of ${targetName} were removed`,
      what: `The account ${targetName} has no passkeys any more.`,
      advice: `If ${targetName} did not request this, someone may be trying to take over the account.`,
    }),
    ru: (targetName) => ({
      subject: `Ключи доступа игрока ${targetName} удалены`,
      what: `У аккаунта ${targetName} больше нет ключей доступа.`,
      advice: `Если от ${targetName} такой просьбы не было, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'identities-removed': {
    en: (targetName) => ({
      subject: `The linked accounts of ${targetName} were removed`,
      what: `The account ${targetName} is no longer linked to any other service.`,
      advice: `If ${targetName} did not request this, someone may be trying to take over the account.`,
    }),
    ru: (targetName) => ({
      subject: `Привязанные аккаунты игрока ${targetName} отвязаны`,
      what: `К аккаунту ${targetName} больше не привязаны аккаунты других сервисов.`,
      advice: `Если от ${targetName} такой просьбы не было, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'provider-made': {
    en: (targetName) => ({
      subject: 'A new way to sign in',
      what: `Players can link accounts of “${targetName}” and sign in with them.`,
      advice: 'If this was not intended, remove the service in the panel.',
    }),
    ru: (targetName) => ({
      subject: 'Новый способ входа',
      what: `Игроки могут привязать аккаунт сервиса «${targetName}» и входить через него.`,
      advice: 'Если так не задумано, удалите этот сервис в панели.',
    }),
  },
  'provider-changed': {
    en: (targetName) => ({
      subject: `Signing in with ${targetName} was changed`,
      what: `The keys of the service “${targetName}”, or whether the site trusts it, were changed.`,
      advice:
        'If this was not intended, turn the service off in the panel: anyone who knows its keys may be able to sign in as another player.',
    }),
    ru: (targetName) => ({
      subject: `Вход через ${targetName} изменён`,
      what: `Изменены ключи сервиса «${targetName}» или настройка «Не требовать код 2FA сайта».`,
      advice:
        'Если так не задумано, выключите этот сервис в панели: с его ключами, возможно, удастся войти под чужим ником.',
    }),
  },
  'key-made': {
    en: (targetName) => ({
      subject: 'A new API key',
      what: `The API key “${targetName}” was created.`,
      advice: 'If this was not intended, revoke the key in the panel.',
    }),
    ru: (targetName) => ({
      subject: 'Новый ключ API',
      what: `Создан ключ API «${targetName}».`,
      advice: 'Если так не задумано, отзовите ключ в панели.',
    }),
  },
  'key-open': {
    en: (targetName) => ({
      subject: 'An API key works from any address',
      what: `The API key “${targetName}” can be used from any address by anyone who obtains it.`,
      advice: 'If this was not intended, revoke the key in the panel.',
    }),
    ru: (targetName) => ({
      subject: 'Ключ API действует с любого адреса',
      what: `Ключ API «${targetName}» действует с любого адреса: им сможет воспользоваться каждый, кто его узнает.`,
      advice: 'Если так не задумано, отзовите ключ в панели.',
    }),
  },
} as const satisfies Record<string, Record<Locale, AlertText>>
