import type { PermissionId } from '@portal/contract'
import type { Component } from 'vue'

/** One page of the panel; `linked` ones stand in the navigation, in this order. */
export type PanelPage = {
  path: string
  permission: PermissionId
  /** The words for its link and for the browser's tab. */
  title: string
  linked: boolean
  load: () => Promise<{ default: Component }>
}

/** Every page of the panel, behind the permission that its data asks for. */
export const panelPages: readonly PanelPage[] = [
  {
    path: '/panel',
    permission: 'panel.access',
    title: 'panel.overview',
    linked: true,
    load: () => import('./OverviewPage.vue'),
  },
  {
    path: '/panel/players',
    permission: 'panel.players.read',
    title: 'panel.players',
    linked: true,
    load: () => import('./PlayersPage.vue'),
  },
  {
    path: '/panel/players/:uuid',
    permission: 'panel.players.read',
    title: 'panel.players',
    linked: false,
    load: () => import('./PlayerPage.vue'),
  },
  {
    path: '/panel/roles',
    permission: 'panel.roles.edit',
    title: 'panel.roles',
    linked: true,
    load: () => import('./RolesPage.vue'),
  },
  {
    path: '/panel/roles/:id',
    permission: 'panel.roles.edit',
    title: 'panel.roles',
    linked: false,
    load: () => import('./RolePage.vue'),
  },
  {
    path: '/panel/groups',
    permission: 'panel.groups.edit',
    title: 'panel.groups',
    linked: true,
    load: () => import('./GroupsPage.vue'),
  },
  {
    path: '/panel/groups/:id',
    permission: 'panel.groups.edit',
    title: 'panel.groups',
    linked: false,
    load: () => import('./GroupPage.vue'),
  },
  {
    path: '/panel/news',
    permission: 'panel.news.edit',
    title: 'panel.news',
    linked: true,
    load: () => import('./NewsPage.vue'),
  },
  {
    path: '/panel/news/:id',
    permission: 'panel.news.edit',
    title: 'panel.news',
    linked: false,
    load: () => import('./NewsEditorPage.vue'),
  },
  {
    path: '/panel/launcher',
    permission: 'panel.settings.edit',
    title: 'panel.launcher',
    linked: true,
    load: () => import('./LauncherPage.vue'),
  },
  {
    path: '/panel/keys',
    permission: 'panel.keys.manage',
    title: 'panel.keys',
    linked: true,
    load: () => import('./KeysPage.vue'),
  },
  {
    path: '/panel/mail',
    permission: 'panel.mail.manage',
    title: 'panel.mail',
    linked: true,
    load: () => import('./MailPage.vue'),
  },
  {
    path: '/panel/settings',
    permission: 'panel.settings.edit',
    title: 'panel.settings',
    linked: true,
    load: () => import('./SettingsPage.vue'),
  },
  {
    path: '/panel/audit',
    permission: 'panel.audit.read',
    title: 'panel.audit',
    linked: true,
    load: () => import('./AuditPage.vue'),
  },
  {
    path: '/panel/system',
    permission: 'panel.system.read',
    title: 'panel.system',
    linked: true,
    load: () => import('./SystemPage.vue'),
  },
]
