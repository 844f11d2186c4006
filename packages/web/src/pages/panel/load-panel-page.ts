import type { Component } from 'vue'
import type { PanelPath } from './panel-pages.ts'

/**
 * Loads each page of the panel. The names of all the files that these pages need are 1 kB, which the router
 * does not load for visitors.
 */
export const loadPanelPage: Record<PanelPath, () => Promise<{ default: Component }>> = {
  '/panel': () => import('./OverviewPage.vue'),
  '/panel/players': () => import('./PlayersPage.vue'),
  '/panel/players/:uuid': () => import('./PlayerPage.vue'),
  '/panel/roles': () => import('./RolesPage.vue'),
  '/panel/roles/:id': () => import('./RolePage.vue'),
  '/panel/groups': () => import('./GroupsPage.vue'),
  '/panel/groups/:id': () => import('./GroupPage.vue'),
  '/panel/news': () => import('./NewsPage.vue'),
  '/panel/news/:id': () => import('./news/NewsEditorPage.vue'),
  '/panel/pages': () => import('./pages/PagesPage.vue'),
  '/panel/pages/:id': () => import('./pages/PageEditorPage.vue'),
  '/panel/launcher': () => import('./LauncherPage.vue'),
  '/panel/providers': () => import('./ProvidersPage.vue'),
  '/panel/keys': () => import('./KeysPage.vue'),
  '/panel/mail': () => import('./MailPage.vue'),
  '/panel/settings': () => import('./SettingsPage.vue'),
  '/panel/import': () => import('./ImportPage.vue'),
  '/panel/audit': () => import('./AuditPage.vue'),
  '/panel/system': () => import('./SystemPage.vue'),
}
