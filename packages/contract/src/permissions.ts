/** What a permission is shown as. The group of a permission is the first part of its id. */
export type PermissionTitle = { ru: string; en: string }

/**
 * Every permission a player can hold, but for the builds of the setting "Launcher builds"
 * (permissions, Registry). What is not here cannot be asked for by any endpoint.
 */
export const permissions = {
  'player.skin.upload': { ru: 'Загружать скин', en: 'Upload a skin' },
  'player.skin.hd': { ru: 'Скины высокого разрешения', en: 'HD skins' },
  'player.cape.upload': { ru: 'Загружать плащ', en: 'Upload a cape' },
  'player.cape.hd': { ru: 'Плащи высокого разрешения', en: 'HD capes' },
  'panel.access': { ru: 'Открывать панель', en: 'Open the panel' },
  'panel.players.read': { ru: 'Видеть игроков', en: 'See players' },
  'panel.players.edit': { ru: 'Менять данные игроков', en: 'Change players' },
  'panel.players.activate': { ru: 'Подтверждать аккаунты', en: 'Activate accounts' },
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
  'panel.players.groups': { ru: 'Выдавать донат-группы', en: 'Give donate groups' },
  'panel.players.balance': { ru: 'Менять балансы', en: 'Change balances' },
  'panel.players.textures': { ru: 'Удалять скины и плащи', en: 'Delete skins and capes' },
  'panel.roles.edit': { ru: 'Менять роли', en: 'Change roles' },
  'panel.groups.edit': { ru: 'Менять донат-группы', en: 'Change donate groups' },
  'panel.keys.manage': { ru: 'Ключи API', en: 'API keys' },
  'panel.news.edit': { ru: 'Новости', en: 'News' },
  'panel.settings.edit': { ru: 'Настройки сайта', en: 'Site settings' },
  'panel.mail.manage': { ru: 'Почта', en: 'Mail' },
  'panel.audit.read': { ru: 'Журнал', en: 'Audit log' },
  'panel.system.read': { ru: 'Состояние системы', en: 'System status' },
} as const satisfies Record<string, PermissionTitle>

export type PermissionId = keyof typeof permissions

/** Groups of the registry, as the permission builder shows them. */
export const permissionGroups = {
  player: { ru: 'Игрок', en: 'Player' },
  panel: { ru: 'Панель', en: 'Panel' },
  launcher: { ru: 'Лаунчер', en: 'Launcher' },
} as const satisfies Record<string, PermissionTitle>

/** What an API key is offered: it opens something. */
export const offeredKernelPermissions = {
  'kernel.launcher.provider': {
    ru: 'Сервер лаунчера: вход, профиль, новости',
    en: 'Launcher server: sign-in, profile, news',
  },
} as const satisfies Record<string, PermissionTitle>

/**
 * What an API key can be allowed; neither roles nor players can hold these. `kernel.provider` opens
 * nothing yet: it is taken and kept by its name, so that keys are told apart from the first day.
 */
export const kernelPermissions = {
  ...offeredKernelPermissions,
  'kernel.provider': {
    ru: 'Другая интеграция с лаунчером',
    en: 'Another launcher integration',
  },
} as const satisfies Record<string, PermissionTitle>

export type KernelPermission = keyof typeof kernelPermissions
