import {
  FormerNameTable,
  KeptNameTable,
  PlayerImportTable,
  PlayerTable,
} from '../../database/tables/players.ts'
import { DeviceTable, SessionTable } from '../../database/tables/sessions.ts'
import type { ExportPart } from './export-part.ts'

export const partsOfAccount = {
  player: {
    as: 'account',
    about: {
      en: 'your name, address, language and balances, when you registered, and the skin and cape that you wear',
      ru: 'ник, почта, язык и баланс, дата регистрации, надетые скин и плащ',
    },
    of: ['id'],
    key: ['id'],
    columns: PlayerTable,
  } satisfies ExportPart<'player'>,

  former_name: {
    as: 'formerNames',
    about: { en: 'your former names', ru: 'ваши прежние ники' },
    of: ['player_id'],
    key: ['id'],
    columns: FormerNameTable,
  } satisfies ExportPart<'former_name'>,

  kept_name: {
    as: 'keptNames',
    about: {
      en: 'former names that are reserved for you',
      ru: 'прежние ники, закреплённые за вами',
    },
    of: ['player_id'],
    key: ['name_key'],
    columns: KeptNameTable,
  } satisfies ExportPart<'kept_name'>,

  player_import: {
    as: 'movedIn',
    about: {
      en: 'the earlier site or plugin from which your account was imported, and what was imported with it',
      ru: 'с какого прежнего сайта или плагина перенесён аккаунт и что перенесено вместе с ним',
    },
    of: ['player_id'],
    key: ['player_id'],
    columns: PlayerImportTable,
  } satisfies ExportPart<'player_import'>,

  session: {
    as: 'sessions',
    about: {
      en: 'where you are signed in: device, program, network address, and when',
      ru: 'где вы сейчас вошли: устройство, программа, сетевой адрес и время',
    },
    of: ['player_id'],
    key: ['id'],
    columns: SessionTable,
  } satisfies ExportPart<'session'>,

  device: {
    as: 'devices',
    about: {
      en: 'browsers and networks that count as known when you sign in',
      ru: 'браузеры и сети, вход из которых считается привычным',
    },
    of: ['player_id'],
    key: ['mark'],
    columns: DeviceTable,
  } satisfies ExportPart<'device'>,
}
