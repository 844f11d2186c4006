/** How a permission is shown to people. */
export type PermissionTitle = { ru: string; en: string }

/**
 * Every permission that a player can hold, apart from those of the setting "Launcher builds"
 * (docs/contract.md#permissions-roles-donate-groups). Endpoints can require only these. The first
 * word of an id is its group.
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
  'panel.players.groups': { ru: 'Выдавать донат-группы', en: 'Give donor ranks' },
  'panel.players.balance': { ru: 'Менять балансы', en: 'Change balances' },
  'panel.players.textures': { ru: 'Удалять скины и плащи', en: 'Delete skins and capes' },
  'panel.roles.edit': { ru: 'Менять роли', en: 'Change roles' },
  'panel.groups.edit': { ru: 'Менять донат-группы', en: 'Change donor ranks' },
  'panel.keys.manage': { ru: 'Ключи API', en: 'API keys' },
  'panel.identities.manage': { ru: 'Сервисы для входа', en: 'Sign-in services' },
  'panel.news.edit': { ru: 'Новости', en: 'News' },
  'panel.pages.edit': { ru: 'Страницы сайта', en: 'Pages of the site' },
  'panel.settings.edit': { ru: 'Настройки сайта', en: 'Site settings' },
  'panel.mail.manage': { ru: 'Почта', en: 'Mail' },
  'panel.audit.read': { ru: 'Журнал', en: 'Audit log' },
  'panel.system.read': { ru: 'Состояние системы', en: 'System status' },
} as const satisfies Record<string, PermissionTitle>

export type PermissionId = keyof typeof permissions

/** Groups of permissions, as the panel shows them. */
export const permissionGroups = {
  player: { ru: 'Игрок', en: 'Player' },
  panel: { ru: 'Панель', en: 'Panel' },
  launcher: { ru: 'Лаунчер', en: 'Launcher' },
} as const satisfies Record<string, PermissionTitle>

/** Permissions that only an API key can hold (docs/contract.md#api-keys). */
export const kernelPermissions = {
  'kernel.launcher.provider': {
    ru: 'Сервер лаунчера: вход, профиль, новости',
    en: 'Launcher server: sign-in, profile, news',
  },
  'kernel.provider': {
    ru: 'Лаунчер со своим протоколом: вход',
    en: 'Launcher with a protocol of its own: sign-in',
  },
} as const satisfies Record<string, PermissionTitle>

export type KernelPermission = keyof typeof kernelPermissions
