import { NewsTable, PageTable, PageVersionTable } from '../../database/tables/content.ts'
import {
  ApiKeyTable,
  DonateGrantTable,
  PlayerNodeTable,
  PlayerRoleTable,
} from '../../database/tables/permissions.ts'
import { LookTable } from '../../database/tables/pictures.ts'
import {
  BalanceEntryTable,
  BanTable,
  PlayerActivityTable,
  StaffNoteTable,
} from '../../database/tables/players.ts'
import { PurchaseCallbackTable, PurchaseItemTable } from '../../database/tables/purchases.ts'
import type { ExportPart } from './export-part.ts'

export const partsOfPlay = {
  player_role: {
    as: 'roles',
    about: { en: 'your roles', ru: 'ваши роли' },
    of: ['player_id'],
    key: ['role_id'],
    columns: PlayerRoleTable,
  } satisfies ExportPart<'player_role'>,

  player_node: {
    as: 'permissions',
    about: {
      en: 'permissions given to you personally',
      ru: 'права, которые выданы лично вам',
    },
    of: ['player_id'],
    key: ['node'],
    columns: PlayerNodeTable,
  } satisfies ExportPart<'player_node'>,

  donate_grant: {
    as: 'grants',
    about: {
      en: 'donor ranks and permissions given to you for a time',
      ru: 'привилегии и права, которые вам выдавали на время',
    },
    of: ['player_id'],
    key: ['id'],
    columns: DonateGrantTable,
  } satisfies ExportPart<'donate_grant'>,

  player_activity: {
    as: 'activity',
    about: {
      en: 'your play time and last visit, as the game servers reported them',
      ru: 'ваше время в игре и последний вход, как сообщили игровые серверы',
    },
    of: ['player_id'],
    key: ['player_id'],
    columns: PlayerActivityTable,
  } satisfies ExportPart<'player_activity'>,

  staff_note: {
    as: 'staffNotes',
    about: {
      en: 'when you wrote notes about other players, without the notes',
      ru: 'когда вы писали заметки о других игроках, без самих заметок',
    },
    of: ['author'],
    key: ['id'],
    columns: StaffNoteTable,
  } satisfies ExportPart<'staff_note'>,

  ban: {
    as: 'bans',
    about: { en: 'your bans and their reasons', ru: 'ваши баны и их причины' },
    of: ['player_id'],
    key: ['id'],
    columns: BanTable,
  } satisfies ExportPart<'ban'>,

  balance_entry: {
    as: 'balanceChanges',
    about: { en: 'every change of your balances', ru: 'все изменения вашего баланса' },
    of: ['player_id'],
    key: ['id'],
    columns: BalanceEntryTable,
  } satisfies ExportPart<'balance_entry'>,

  purchase_item: {
    as: 'purchases',
    about: {
      en: 'what you got for payments in the shops of the site',
      ru: 'что вы получили за платежи в магазинах сайта',
    },
    of: ['player_id'],
    key: ['source', 'payment', 'position'],
    columns: PurchaseItemTable,
  } satisfies ExportPart<'purchase_item'>,

  purchase_callback: {
    as: 'purchaseMessages',
    about: {
      en: 'when shops reported your payments in the last 30 days',
      ru: 'когда магазины сообщали о ваших платежах за последние 30 дней',
    },
    of: ['player_id'],
    key: ['received_at', 'id'],
    columns: PurchaseCallbackTable,
  } satisfies ExportPart<'purchase_callback'>,

  look: {
    as: 'lastSkins',
    about: {
      en: 'your last skins, with the files in the folder pictures',
      ru: 'ваши последние скины; сами картинки в папке pictures',
    },
    of: ['player_id'],
    key: ['worn_at'],
    columns: LookTable,
  } satisfies ExportPart<'look'>,

  api_key: {
    as: 'apiKeys',
    about: {
      en: 'keys for programs that you made in the panel, without the keys',
      ru: 'ключи для программ, которые вы создали в панели, без самих ключей',
    },
    of: ['author'],
    key: ['id'],
    columns: ApiKeyTable,
  } satisfies ExportPart<'api_key'>,

  news: {
    as: 'news',
    about: { en: 'news that you wrote', ru: 'новости, которые вы написали' },
    of: ['author'],
    key: ['id'],
    columns: NewsTable,
  } satisfies ExportPart<'news'>,

  page: {
    as: 'pages',
    about: {
      en: 'pages of the site that you saved last',
      ru: 'страницы сайта, которые последними сохраняли вы',
    },
    of: ['author'],
    key: ['id'],
    columns: PageTable,
  } satisfies ExportPart<'page'>,

  page_version: {
    as: 'pageVersions',
    about: {
      en: 'earlier versions of pages that you saved',
      ru: 'прежние версии страниц, которые сохраняли вы',
    },
    of: ['author'],
    key: ['page_id', 'version'],
    columns: PageVersionTable,
  } satisfies ExportPart<'page_version'>,
}
