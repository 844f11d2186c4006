import {
  EmailCodeTable,
  IdentityTable,
  LauncherPasswordTable,
  PasskeyTable,
  RecoveryCodeTable,
  ResetLinkTable,
} from '../../database/tables/credentials.ts'
import { ExportLinkTable } from '../../database/tables/players.ts'
import { GameJoinTable } from '../../database/tables/sessions.ts'
import type { ExportPart } from './export-part.ts'

/** The credentials of a player. Leaves out secrets with which a finder of the exported file could sign in. */
export const partsOfCredentials = {
  passkey: {
    as: 'passkeys',
    about: {
      en: 'your passkeys by name, without the keys themselves',
      ru: 'ваши ключи доступа по названиям, без самих ключей',
    },
    of: ['player_id'],
    key: ['id'],
    columns: PasskeyTable,
  } satisfies ExportPart<'passkey'>,

  identity: {
    as: 'linkedAccounts',
    about: {
      en: 'your linked accounts of other services',
      ru: 'ваши аккаунты на других сайтах, которые вы привязали',
    },
    of: ['player_id'],
    key: ['provider', 'subject'],
    columns: IdentityTable,
  } satisfies ExportPart<'identity'>,

  launcher_password: {
    as: 'launcherPasswords',
    about: {
      en: 'your launcher passwords by name, without the passwords',
      ru: 'ваши пароли для лаунчеров по названиям, без самих паролей',
    },
    of: ['player_id'],
    key: ['id'],
    columns: LauncherPasswordTable,
  } satisfies ExportPart<'launcher_password'>,

  recovery_code: {
    as: 'recoveryCodes',
    about: {
      en: 'one entry for each recovery code that is left, without the code',
      ru: 'по одной записи на каждый неиспользованный резервный код, без самого кода',
    },
    of: ['player_id'],
    key: ['mark'],
    columns: RecoveryCodeTable,
  } satisfies ExportPart<'recovery_code'>,

  email_code: {
    as: 'emailCodes',
    about: {
      en: 'codes to confirm an address that still work, without the codes',
      ru: 'коды для подтверждения почты, которые ещё действуют, без самих кодов',
    },
    of: ['player_id'],
    key: ['purpose'],
    columns: EmailCodeTable,
  } satisfies ExportPart<'email_code'>,

  reset_link: {
    as: 'passwordLinks',
    about: {
      en: 'links for a new password that still work, without the links',
      ru: 'ссылки для нового пароля, которые ещё действуют, без самих ссылок',
    },
    of: ['player_id'],
    key: ['hash'],
    columns: ResetLinkTable,
  } satisfies ExportPart<'reset_link'>,

  export_link: {
    as: 'dataLinks',
    about: {
      en: 'links to such a file that still work, without the links',
      ru: 'ссылки на такой же архив, которые ещё действуют, без самих ссылок',
    },
    of: ['player_id'],
    key: ['hash'],
    columns: ExportLinkTable,
  } satisfies ExportPart<'export_link'>,

  game_join: {
    as: 'gameJoins',
    about: {
      en: 'the game server that you are joining at this moment',
      ru: 'игровой сервер, на который вы заходите в эту минуту',
    },
    of: ['player_id'],
    key: ['server_id'],
    columns: GameJoinTable,
  } satisfies ExportPart<'game_join'>,
}
