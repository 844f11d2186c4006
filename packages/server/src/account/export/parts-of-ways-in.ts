import {
  flag,
  INTERNAL,
  instant,
  json,
  type Part,
  plain,
  SECRET,
  type Shown,
  THEIRS,
} from './export-part.ts'

/** What lets a player in, without what would let in whoever finds the file. */
export const partsOfWaysIn = {
  passkey: {
    as: 'passkeys',
    about: {
      en: 'your passkeys by name, without the keys themselves',
      ru: 'ваши ключи доступа по названиям, без самих ключей',
    },
    of: ['player_id'],
    key: ['id'],
    columns: {
      id: INTERNAL,
      player_id: THEIRS,
      credential_id: SECRET,
      public_key: SECRET,
      counter: plain('uses'),
      transports: json('reachedBy'),
      name: plain('name'),
      host: plain('site'),
      synced: flag('copiedByItsMaker'),
      created_at: instant('addedAt'),
      last_used_at: instant('lastUsedAt'),
      copied_at: instant('refusedAsCopySince'),
    },
  } satisfies Part<'passkey'>,

  identity: {
    as: 'linkedAccounts',
    about: {
      en: 'your accounts elsewhere that you have linked',
      ru: 'ваши аккаунты на других сайтах, которые вы привязали',
    },
    of: ['player_id'],
    key: ['provider', 'subject'],
    columns: {
      provider: plain('service'),
      subject: plain('idThere'),
      player_id: THEIRS,
      name: plain('nameThere'),
      linked_at: instant('linkedAt'),
      last_used_at: instant('lastUsedAt'),
    },
  } satisfies Part<'identity'>,

  launcher_password: {
    as: 'launcherPasswords',
    about: {
      en: 'your launcher passwords by name, without the passwords',
      ru: 'ваши пароли для лаунчеров по названиям, без самих паролей',
    },
    of: ['player_id'],
    key: ['id'],
    columns: {
      id: plain('id'),
      player_id: THEIRS,
      mark: SECRET,
      name: plain('name'),
      created_at: instant('madeAt'),
      last_used_at: instant('lastUsedAt'),
    },
  } satisfies Part<'launcher_password'>,

  recovery_code: {
    as: 'recoveryCodes',
    about: {
      en: 'one entry for each recovery code that is left, without the code',
      ru: 'по одной записи на каждый неиспользованный резервный код, без самого кода',
    },
    of: ['player_id'],
    key: ['mark'],
    columns: {
      player_id: THEIRS,
      mark: { as: 'isUnused', read: () => true } satisfies Shown,
    },
  } satisfies Part<'recovery_code'>,

  email_code: {
    as: 'emailCodes',
    about: {
      en: 'codes on their way to confirm an address, without the codes',
      ru: 'коды для подтверждения почты, которые ещё действуют, без самих кодов',
    },
    of: ['player_id'],
    key: ['purpose'],
    columns: {
      player_id: THEIRS,
      purpose: plain('for'),
      address: plain('sentTo'),
      code_mac: SECRET,
      tries: plain('tries'),
      expires_at: instant('endsAt'),
    },
  } satisfies Part<'email_code'>,

  reset_link: {
    as: 'passwordLinks',
    about: {
      en: 'links for a new password that still work, without the links',
      ru: 'ссылки для нового пароля, которые ещё действуют, без самих ссылок',
    },
    of: ['player_id'],
    key: ['hash'],
    columns: {
      hash: SECRET,
      player_id: THEIRS,
      created_at: instant('madeAt'),
      expires_at: instant('endsAt'),
    },
  } satisfies Part<'reset_link'>,

  export_link: {
    as: 'dataLinks',
    about: {
      en: 'links to such a file that still work, without the links',
      ru: 'ссылки на такой же архив, которые ещё действуют, без самих ссылок',
    },
    of: ['player_id'],
    key: ['hash'],
    columns: {
      hash: SECRET,
      player_id: THEIRS,
      created_at: instant('madeAt'),
      expires_at: instant('endsAt'),
    },
  } satisfies Part<'export_link'>,

  game_join: {
    as: 'gameJoins',
    about: {
      en: 'a game server that you are joining at this moment',
      ru: 'игровой сервер, на который вы заходите в эту минуту',
    },
    of: ['player_id'],
    key: ['server_id'],
    columns: {
      server_id: SECRET,
      session_id: plain('session'),
      player_id: THEIRS,
      ip: plain('address'),
      expires_at: instant('endsAt'),
    },
  } satisfies Part<'game_join'>,
}
