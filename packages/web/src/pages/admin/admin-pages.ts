import type { PanelPath, PermissionId } from '@portal/contract'
import type { IconName } from '../../ui/NavIcon.vue'

/** The groups of the menu, in this order. Pages without a group come before them. */
export const menuGroups = ['people', 'content', 'game', 'site'] as const

/** A page of the panel. Pages with an icon are in the menu, in this order within their group. */
export type AdminPage = {
  path: PanelPath
  permission: PermissionId
  /** The i18n key of the title. By default `panel.` and the second part of the path, such as `panel.players`. */
  title?: string
  icon?: IconName
  group?: (typeof menuGroups)[number]
  /** Optional parameters after the path. When they change, the page stays open and keeps its unsaved form. */
  parts?: string
}

export const adminPages: readonly AdminPage[] = [
  {
    path: '/panel',
    icon: 'chart',
    permission: 'panel.access',
  },
  {
    path: '/panel/players',
    icon: 'player',
    group: 'people',
    permission: 'panel.players.read',
  },
  {
    path: '/panel/players/:uuid',
    permission: 'panel.players.read',
  },
  {
    path: '/panel/roles',
    icon: 'role',
    group: 'people',
    permission: 'panel.roles.edit',
  },
  {
    path: '/panel/roles/:id',
    permission: 'panel.roles.edit',
  },
  {
    path: '/panel/groups',
    icon: 'group',
    group: 'people',
    permission: 'panel.groups.edit',
  },
  {
    path: '/panel/groups/:id',
    permission: 'panel.groups.edit',
  },
  {
    path: '/panel/purchases',
    icon: 'cart',
    group: 'people',
    permission: 'panel.purchases.manage',
  },
  {
    path: '/panel/news',
    icon: 'news',
    group: 'content',
    permission: 'panel.news.edit',
  },
  {
    path: '/panel/news/:id',
    permission: 'panel.news.edit',
  },
  {
    path: '/panel/pages',
    icon: 'page',
    group: 'content',
    permission: 'panel.pages.edit',
  },
  {
    path: '/panel/pages/:id',
    permission: 'panel.pages.edit',
  },
  {
    path: '/panel/launcher',
    icon: 'launcher',
    group: 'game',
    permission: 'panel.settings.edit',
  },
  {
    path: '/panel/keys',
    icon: 'key',
    group: 'game',
    permission: 'panel.keys.manage',
  },
  {
    path: '/panel/providers',
    icon: 'link',
    group: 'site',
    permission: 'panel.identities.manage',
  },
  {
    path: '/panel/applications',
    icon: 'apps',
    group: 'site',
    permission: 'panel.clients.manage',
  },
  {
    path: '/panel/webhooks',
    icon: 'signal',
    group: 'site',
    permission: 'panel.webhooks.manage',
  },
  {
    path: '/panel/discord',
    icon: 'chat',
    group: 'site',
    permission: 'panel.discord.manage',
  },
  {
    path: '/panel/mail',
    icon: 'mail',
    group: 'site',
    permission: 'panel.mail.manage',
  },
  {
    path: '/panel/settings',
    icon: 'settings',
    group: 'site',
    permission: 'panel.settings.edit',
    parts: '/:page?',
  },
  {
    path: '/panel/import',
    icon: 'moving',
    group: 'site',
    permission: 'panel.system.read',
  },
  {
    path: '/panel/audit',
    icon: 'audit',
    group: 'site',
    permission: 'panel.audit.read',
  },
  {
    path: '/panel/backups',
    icon: 'backup',
    group: 'site',
    permission: 'panel.system.read',
  },
  {
    path: '/panel/system',
    icon: 'system',
    group: 'site',
    permission: 'panel.system.read',
  },
]

/** Returns the i18n key of a page's title. */
export function titleOf({ path, title }: AdminPage): string {
  return title ?? `panel.${path.split('/')[2] ?? 'overview'}`
}
