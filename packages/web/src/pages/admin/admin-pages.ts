import type { PermissionId } from '@portal/contract'
import type { IconName } from '../../ui/NavIcon.vue'

/** A page of the panel. Pages with an icon are in the navigation, in this order. */
export type PanelPage = {
  path: string
  permission: PermissionId
  /** The i18n key for its link and for the title of the browser's tab. */
  title: string
  icon?: IconName
}

const pages = [
  {
    path: '/panel',
    icon: 'chart',
    permission: 'panel.access',
    title: 'panel.overview',
  },
  {
    path: '/panel/players',
    icon: 'player',
    permission: 'panel.players.read',
    title: 'panel.players',
  },
  {
    path: '/panel/players/:uuid',
    permission: 'panel.players.read',
    title: 'panel.players',
  },
  {
    path: '/panel/roles',
    icon: 'role',
    permission: 'panel.roles.edit',
    title: 'panel.roles',
  },
  {
    path: '/panel/roles/:id',
    permission: 'panel.roles.edit',
    title: 'panel.roles',
  },
  {
    path: '/panel/groups',
    icon: 'group',
    permission: 'panel.groups.edit',
    title: 'panel.groups',
  },
  {
    path: '/panel/groups/:id',
    permission: 'panel.groups.edit',
    title: 'panel.groups',
  },
  {
    path: '/panel/news',
    icon: 'news',
    permission: 'panel.news.edit',
    title: 'panel.news',
  },
  {
    path: '/panel/news/:id',
    permission: 'panel.news.edit',
    title: 'panel.news',
  },
  {
    path: '/panel/pages',
    icon: 'page',
    permission: 'panel.pages.edit',
    title: 'panel.pages',
  },
  {
    path: '/panel/pages/:id',
    permission: 'panel.pages.edit',
    title: 'panel.pages',
  },
  {
    path: '/panel/launcher',
    icon: 'launcher',
    permission: 'panel.settings.edit',
    title: 'panel.launcher',
  },
  {
    path: '/panel/providers',
    icon: 'link',
    permission: 'panel.identities.manage',
    title: 'panel.providers',
  },
  {
    path: '/panel/keys',
    icon: 'key',
    permission: 'panel.keys.manage',
    title: 'panel.keys',
  },
  {
    path: '/panel/mail',
    icon: 'mail',
    permission: 'panel.mail.manage',
    title: 'panel.mail',
  },
  {
    path: '/panel/settings',
    icon: 'settings',
    permission: 'panel.settings.edit',
    title: 'panel.settings',
  },
  {
    path: '/panel/import',
    icon: 'moving',
    permission: 'panel.system.read',
    title: 'panel.import',
  },
  {
    path: '/panel/audit',
    icon: 'audit',
    permission: 'panel.audit.read',
    title: 'panel.audit',
  },
  {
    path: '/panel/system',
    icon: 'system',
    permission: 'panel.system.read',
    title: 'panel.system',
  },
] as const satisfies readonly PanelPage[]

export type PanelPath = (typeof pages)[number]['path']

/** Every page of the panel, with the permission that its data requires. */
export const panelPages: readonly (PanelPage & { path: PanelPath })[] = pages
