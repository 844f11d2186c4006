import { isSettingName, type Locale, settingRows } from '@portal/contract'

type Text = (whom: string) => { subject: string; what: string; advice: string }

/** The name of a setting as the panel shows it. */
function labelOf(name: string, locale: Locale): string {
  return isSettingName(name) ? settingRows[name].label[locale] : name
}

/** What each mail to superusers says of the change; the advice says how to undo it. */
export const openingTexts = {
  'superuser-made': {
    en: (whom) => ({
      subject: 'A new superuser',
      what: `${whom} was made a superuser and can do everything on the site.`,
      advice:
        'If this was not intended, undo it on the player’s page in the panel and change the password of whoever did it.',
    }),
    ru: (whom) => ({
      subject: 'Новый суперпользователь',
      what: `Игрок ${whom} стал суперпользователем и может делать на сайте всё.`,
      advice:
        'Если так не задумано, отмените это на странице игрока в панели и смените пароль того, кто это сделал.',
    }),
  },
  'rights-given': {
    en: (whom) => ({
      subject: `${whom} was given rights in the panel`,
      what: `${whom} can do more in the panel than before.`,
      advice:
        'If this was not intended, take the rights back on the player’s page and change the password of the administrator who did it.',
    }),
    ru: (whom) => ({
      subject: `Игрок ${whom} получил права в панели`,
      what: `Игроку ${whom} теперь доступно в панели больше, чем раньше.`,
      advice:
        'Если так не задумано, отмените это на странице игрока и смените пароль администратора, который это сделал.',
    }),
  },
  'bundle-opened': {
    en: (whom) => ({
      subject: `“${whom}” gives rights in the panel`,
      what: `The role or donate group “${whom}” was created or changed, and gives everybody who has it rights in the panel.`,
      advice:
        'If this was not intended, change it back in the panel and change the password of the administrator who did it.',
    }),
    ru: (whom) => ({
      subject: `«${whom}» даёт права в панели`,
      what: `Роль или донат-группа «${whom}» создана или изменена и даёт всем, у кого она есть, права в панели.`,
      advice:
        'Если так не задумано, верните её прежний вид в панели и смените пароль администратора, который это сделал.',
    }),
  },
  'page-demanded': {
    en: (whom) => ({
      subject: `What players must agree to has changed: “${whom}”`,
      what: `Players now have to agree to the page “${whom}”, to a new version of it, or no longer to it. Whoever has to agree can do nothing else until then.`,
      advice:
        'If this was not intended, open the page in the panel, switch the agreement back and change the password of the administrator who did it.',
    }),
    ru: (whom) => ({
      subject: `Изменено, что должны принять игроки: «${whom}»`,
      what: `Игроки теперь должны принять страницу «${whom}» или её новую версию либо больше не должны её принимать. Пока игрок не согласится, ничего другого ему не доступно.`,
      advice:
        'Если так не задумано, откройте страницу в панели, верните прежнее условие и смените пароль администратора, который это сделал.',
    }),
  },
  'import-started': {
    en: (whom) => ({
      subject: 'Players are moving in',
      what: `Accounts from another site (${whom}) are being written. They may bring roles and donate groups, also such with rights in the panel.`,
      advice:
        'If this was not intended, open the page in the panel, look at the audit log and change the password of the superuser who did it.',
    }),
    ru: (whom) => ({
      subject: 'Начался перенос игроков',
      what: `Записываются аккаунты с другого сайта (${whom}). Вместе с ними могут прийти роли и донат-группы, в том числе с правами в панели.`,
      advice:
        'Если так не задумано, откройте эту страницу в панели, проверьте журнал и смените пароль суперпользователя, который это сделал.',
    }),
  },
  'setting-changed': {
    en: (whom) => ({
      subject: `The setting “${labelOf(whom, 'en')}” was changed`,
      what: `The setting “${labelOf(whom, 'en')}” has another value. The audit log has the old and the new one.`,
      advice:
        'If this was not intended, change it back in the panel and change the password of the administrator who did it.',
    }),
    ru: (whom) => ({
      subject: `Изменена настройка «${labelOf(whom, 'ru')}»`,
      what: `У настройки «${labelOf(whom, 'ru')}» другое значение. Прежнее и новое видны в журнале.`,
      advice:
        'Если так не задумано, верните прежнее значение в панели и смените пароль администратора, который это сделал.',
    }),
  },
  'two-factor-removed': {
    en: (whom) => ({
      subject: `Two-factor authentication of ${whom} was removed`,
      what: `Signing in to the account ${whom} no longer requires a code from the app.`,
      advice: `If ${whom} does not know of it, somebody may be trying to take over the account.`,
    }),
    ru: (whom) => ({
      subject: `Двухфакторная защита игрока ${whom} снята`,
      what: `Для входа в аккаунт ${whom} больше не нужен код из приложения.`,
      advice: `Если ${whom} об этом не знает, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'passkeys-removed': {
    en: (whom) => ({
      subject: `The passkeys of ${whom} were removed`,
      what: `The account ${whom} has no passkeys any more.`,
      advice: `If ${whom} did not ask for it, somebody may be trying to take over the account.`,
    }),
    ru: (whom) => ({
      subject: `Ключи доступа игрока ${whom} удалены`,
      what: `У аккаунта ${whom} больше нет ключей доступа.`,
      advice: `Если от ${whom} такой просьбы не было, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'identities-removed': {
    en: (whom) => ({
      subject: `The linked accounts of ${whom} were removed`,
      what: `The account ${whom} is no longer linked to any other service.`,
      advice: `If ${whom} did not ask for it, somebody may be trying to take over the account.`,
    }),
    ru: (whom) => ({
      subject: `Привязанные аккаунты игрока ${whom} отвязаны`,
      what: `К аккаунту ${whom} больше не привязаны аккаунты других сервисов.`,
      advice: `Если от ${whom} такой просьбы не было, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'provider-made': {
    en: (whom) => ({
      subject: 'A new way to sign in',
      what: `Players can link accounts of “${whom}” and sign in with them.`,
      advice: 'If this was not intended, remove the service in the panel.',
    }),
    ru: (whom) => ({
      subject: 'Новый способ входа',
      what: `Игроки могут привязать аккаунт сервиса «${whom}» и входить через него.`,
      advice: 'Если так не задумано, удалите этот сервис в панели.',
    }),
  },
  'provider-changed': {
    en: (whom) => ({
      subject: `Signing in with ${whom} was changed`,
      what: `The keys of the service “${whom}”, or whether the site trusts it, were changed.`,
      advice:
        'If this was not intended, switch the service off in the panel: whoever knows its keys may be able to sign in as somebody else.',
    }),
    ru: (whom) => ({
      subject: `Вход через ${whom} изменён`,
      what: `Изменены ключи сервиса «${whom}» или доверие к нему.`,
      advice:
        'Если так не задумано, выключите этот сервис в панели: с его ключами, возможно, удастся войти под чужим именем.',
    }),
  },
  'key-made': {
    en: (whom) => ({
      subject: 'A new API key',
      what: `The API key “${whom}” was created.`,
      advice: 'If this was not intended, revoke the key in the panel.',
    }),
    ru: (whom) => ({
      subject: 'Новый ключ API',
      what: `Создан ключ API «${whom}».`,
      advice: 'Если так не задумано, отзовите ключ в панели.',
    }),
  },
  'key-open': {
    en: (whom) => ({
      subject: 'An API key works from any address',
      what: `The API key “${whom}” can be used from any address by anyone who obtains it.`,
      advice: 'If this was not intended, revoke the key in the panel.',
    }),
    ru: (whom) => ({
      subject: 'Ключ API действует с любого адреса',
      what: `Ключу API «${whom}» доверяют с любого адреса: кто его узнает, тот им и воспользуется.`,
      advice: 'Если так не задумано, отзовите ключ в панели.',
    }),
  },
} as const satisfies Record<string, Record<Locale, Text>>
