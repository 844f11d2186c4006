import type { Words } from '../locale.ts'

/** Permissions to open the panel, and to see and change players. */
export const playerPermissions = {
  'panel.access': { ru: 'Открывать панель', en: 'Open the panel' },
  'panel.players.read': { ru: 'Видеть игроков', en: 'See players' },
  'panel.players.edit': { ru: 'Менять данные игроков', en: 'Change players' },
  'panel.players.activate': { ru: 'Подтверждать аккаунты', en: 'Activate accounts' },
  'panel.players.delete': { ru: 'Удалять игроков', en: 'Delete players' },
  'panel.players.ban': { ru: 'Блокировать игроков', en: 'Ban players' },
  'panel.players.2fa': {
    ru: 'Снимать двухфакторную защиту',
    en: 'Remove two-factor authentication',
  },
  'panel.players.sessions': {
    ru: 'Видеть и закрывать сессии игроков',
    en: 'See and close sessions of players',
  },
  'panel.players.access': {
    ru: 'Выдавать роли и права игрокам',
    en: 'Give players roles and permissions',
  },
  'panel.players.groups': { ru: 'Выдавать привилегии', en: 'Give donor ranks' },
  'panel.players.balance': { ru: 'Менять балансы', en: 'Change balances' },
  'panel.players.notes': { ru: 'Удалять чужие заметки', en: 'Delete notes of other staff' },
  'panel.players.textures': { ru: 'Удалять скины и плащи', en: 'Delete skins and capes' },
} as const satisfies Record<string, Words>

/** Permissions for settings, mail and the audit log. */
export const sitePermissions = {
  'panel.settings.edit': { ru: 'Настройки сайта', en: 'Site settings' },
  'panel.mail.manage': { ru: 'Почта', en: 'Mail' },
  'panel.audit.read': { ru: 'Журнал', en: 'Audit log' },
} as const satisfies Record<string, Words>
