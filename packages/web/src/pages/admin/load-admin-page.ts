import type { Component } from 'vue'
import type { PanelPath } from './admin-pages.ts'

/**
 * Loads each page of the panel. The names of all the files that these pages need are 1 kB, which the router
 * does not load for visitors.
 */
export const loadPanelPage: Record<PanelPath, () => Promise<{ default: Component }>> = {
  '/panel': () => import('./overview/OverviewPage.vue'),
  '/panel/players': () => import('./players/PlayersPage.vue'),
  '/panel/players/:uuid': () => import('./players/PlayerPage.vue'),
  '/panel/roles': () => import('./permissions/RolesPage.vue'),
  '/panel/roles/:id': () => import('./permissions/RolePage.vue'),
  '/panel/groups': () => import('./permissions/GroupsPage.vue'),
  '/panel/groups/:id': () => import('./permissions/GroupPage.vue'),
  '/panel/news': () => import('./content/NewsPage.vue'),
  '/panel/news/:id': () => import('./content/NewsEditorPage.vue'),
  '/panel/pages': () => import('./content/PagesPage.vue'),
  '/panel/pages/:id': () => import('./content/PageEditorPage.vue'),
  '/panel/launcher': () => import('./integrations/LauncherPage.vue'),
  '/panel/providers': () => import('./credentials/ProvidersPage.vue'),
  '/panel/keys': () => import('./integrations/KeysPage.vue'),
  '/panel/mail': () => import('./mail/MailPage.vue'),
  '/panel/settings': () => import('./settings/SettingsPage.vue'),
  '/panel/import': () => import('./import/ImportPage.vue'),
  '/panel/audit': () => import('./audit-log/AuditPage.vue'),
  '/panel/system': () => import('./operations/SystemPage.vue'),
}
