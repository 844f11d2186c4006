import type { PermissionId } from '@portal/contract'
import type { Component } from 'vue'
import type { IconName } from '../../ui/NavIcon.vue'

/** A page of the panel. Pages with an icon are in the navigation, in this order. */
export type PanelPage = {
  path: string
  permission: PermissionId
  /** The i18n key for its link and for the title of the browser's tab. */
  title: string
  icon?: IconName
  load: () => Promise<{ default: Component }>
}

/** Every page of the panel, with the permission that its data requires. */
export const panelPages: readonly PanelPage[] = [
  {
    path: '/panel',
    icon: 'chart',
    permission: 'panel.access',
    title: 'panel.overview',
    load: () => import('./OverviewPage.vue'),
  },
  {
    path: '/panel/players',
    icon: 'player',
    permission: 'panel.players.read',
    title: 'panel.players',
    load: () => import('./PlayersPage.vue'),
  },
  {
    path: '/panel/players/:uuid',
    permission: 'panel.players.read',
    title: 'panel.players',
    load: () => import('./PlayerPage.vue'),
  },
  {
    path: '/panel/roles',
    icon: 'role',
    permission: 'panel.roles.edit',
    title: 'panel.roles',
    load: () => import('./RolesPage.vue'),
  },
  {
    path: '/panel/roles/:id',
    permission: 'panel.roles.edit',
    title: 'panel.roles',
    load: () => import('./RolePage.vue'),
  },
  {
    path: '/panel/groups',
    icon: 'group',
    permission: 'panel.groups.edit',
    title: 'panel.groups',
    load: () => import('./GroupsPage.vue'),
  },
  {
    path: '/panel/groups/:id',
    permission: 'panel.groups.edit',
    title: 'panel.groups',
    load: () => import('./GroupPage.vue'),
  },
  {
    path: '/panel/news',
    icon: 'news',
    permission: 'panel.news.edit',
    title: 'panel.news',
    load: () => import('./NewsPage.vue'),
  },
  {
    path: '/panel/news/:id',
    permission: 'panel.news.edit',
    title: 'panel.news',
    load: () => import('./news/NewsEditorPage.vue'),
  },
  {
    path: '/panel/pages',
    icon: 'page',
    permission: 'panel.pages.edit',
    title: 'panel.pages',
    load: () => import('./pages/PagesPage.vue'),
  },
  {
    path: '/panel/pages/:id',
    permission: 'panel.pages.edit',
    title: 'panel.pages',
    load: () => import('./pages/PageEditorPage.vue'),
  },
  {
    path: '/panel/launcher',
    icon: 'launcher',
    permission: 'panel.settings.edit',
    title: 'panel.launcher',
    load: () => import('./LauncherPage.vue'),
  },
  {
    path: '/panel/keys',
    icon: 'key',
    permission: 'panel.keys.manage',
    title: 'panel.keys',
    load: () => import('./KeysPage.vue'),
  },
  {
    path: '/panel/mail',
    icon: 'mail',
    permission: 'panel.mail.manage',
    title: 'panel.mail',
    load: () => import('./MailPage.vue'),
  },
  {
    path: '/panel/settings',
    icon: 'settings',
    permission: 'panel.settings.edit',
    title: 'panel.settings',
    load: () => import('./SettingsPage.vue'),
  },
  {
    path: '/panel/audit',
    icon: 'audit',
    permission: 'panel.audit.read',
    title: 'panel.audit',
    load: () => import('./AuditPage.vue'),
  },
  {
    path: '/panel/system',
    icon: 'system',
    permission: 'panel.system.read',
    title: 'panel.system',
    load: () => import('./SystemPage.vue'),
  },
]
