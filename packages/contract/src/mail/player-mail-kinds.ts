import type { MailKindDefinition } from './mail-kind.ts'

/** Mails to the player who is affected by an event. */
export const playerMailKinds = {
  activation: {
    class: 'asked',
    en: 'Confirmation code',
    ru: 'Код подтверждения',
    when: 'a registration with confirmation, or `GET /auth/resend`',
  },
  reset: {
    class: 'asked',
    en: 'Link to reset the password',
    ru: 'Ссылка для сброса пароля',
    when: 'a request for a new password',
  },
  export: {
    class: 'asked',
    en: 'Link to the data export',
    ru: 'Ссылка на выгрузку данных',
    when: "a request for the player's own data",
  },
  'new-address': {
    class: 'asked',
    en: 'Code for a new address',
    ru: 'Код для нового адреса',
    when: 'a change of address: the code, to the new address',
  },
  test: {
    class: 'asked',
    en: 'Test e-mail',
    ru: 'Пробное письмо',
    when: "an administrator's test",
  },
  'address-change': {
    class: 'notice',
    en: 'Notice of a new address',
    ru: 'Уведомление о новом адресе',
    when: 'a change of address: to the old address',
  },
  'address-replaced': {
    class: 'notice',
    en: 'Notice: address replaced',
    ru: 'Уведомление: адрес заменён',
    when: 'an administrator changed the address, or a command removed it: to the old address',
  },
  'new-device': {
    class: 'notice',
    en: 'Notice of a new device',
    ru: 'Уведомление о новом устройстве',
    when: 'a sign-in from an unfamiliar device',
  },
  'password-known': {
    class: 'notice',
    en: 'Notice: password known to another person',
    ru: 'Уведомление: пароль известен посторонним',
    when: 'the right password without a right code',
  },
  'token-reused': {
    class: 'notice',
    en: 'Notice of a stolen session',
    ru: 'Уведомление об украденной сессии',
    when: 'a replaced refresh token was used after 30 s',
  },
  'password-changed': {
    class: 'notice',
    en: 'Notice: password changed',
    ru: 'Уведомление: пароль изменён',
    when: 'the player changed the password; or a command set it, and access was removed',
  },
  'two-factor': {
    class: 'notice',
    en: 'Notice about two-factor authentication',
    ru: 'Уведомление о двухфакторной защите',
    when: '2FA was turned on or off',
  },
  'recovery-codes': {
    class: 'notice',
    en: 'Notice: new recovery codes',
    ru: 'Уведомление: новые резервные коды',
    when: 'a new set of recovery codes',
  },
  'recovery-code-used': {
    class: 'notice',
    en: 'Notice: recovery code used',
    ru: 'Уведомление: использован резервный код',
    when: 'each use of a recovery code',
  },
  passkey: {
    class: 'notice',
    en: 'Notice about a passkey',
    ru: 'Уведомление о ключе доступа',
    when: 'a passkey was added or removed',
  },
  'passkey-copied': {
    class: 'notice',
    en: 'Notice: passkey possibly copied',
    ru: 'Уведомление: ключ доступа, возможно, скопирован',
    when: 'the counter of a passkey did not grow, the first time',
  },
  renamed: {
    class: 'notice',
    en: 'Notice: name changed',
    ru: 'Уведомление: ник изменён',
    when: 'the player changed their name',
  },
  'launcher-password': {
    class: 'notice',
    en: 'Notice about a launcher password',
    ru: 'Уведомление о пароле для лаунчера',
    when: 'a launcher password was created, or an administrator revoked all of them',
  },
  identity: {
    class: 'notice',
    en: 'Notice about a linked account',
    ru: 'Уведомление о привязанном аккаунте',
    when: 'an account was linked, or a link removed',
  },
  'deletion-asked': {
    class: 'notice',
    en: 'Notice: account will be deleted',
    ru: 'Уведомление: аккаунт будет удалён',
    when: 'the player requested the deletion of the account',
  },
  'deletion-cancelled': {
    class: 'notice',
    en: 'Notice: account deletion canceled',
    ru: 'Уведомление: удаление аккаунта отменено',
    when: 'the deletion was canceled',
  },
  'account-deleted': {
    class: 'notice',
    en: 'Notice: account deleted',
    ru: 'Уведомление: аккаунт удалён',
    when: 'the account was deleted: the last mail to the player',
  },
} as const satisfies Record<string, MailKindDefinition>
