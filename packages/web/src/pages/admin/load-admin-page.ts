import type { PanelPath } from '@portal/contract'
import type { Component } from 'vue'

/** Loads the pages of the panel. Separate from the router, so that visitors do not load 1 kB of file names. */
export const loadAdminPage: Record<PanelPath, () => Promise<{ default: Component }>> = {
  '/panel': () => import('./overview/OverviewPage.vue'),
  '/panel/players': () => import('./players/PlayersPage.vue'),
  '/panel/players/:uuid': () => import('./players/PlayerPage.vue'),
  '/panel/roles': () => import('./permissions/RolesPage.vue'),
  '/panel/roles/:id': () => import('./permissions/RolePage.vue'),
  '/panel/groups': () => import('./permissions/GroupsPage.vue'),
  '/panel/groups/:id': () => import('./permissions/GroupPage.vue'),
  '/panel/purchases': () => import('./purchases/PurchasesPage.vue'),
  '/panel/news': () => import('./content/NewsPage.vue'),
  '/panel/news/:id': () => import('./content/NewsEditorPage.vue'),
  '/panel/pages': () => import('./content/PagesPage.vue'),
  '/panel/pages/:id': () => import('./content/PageEditorPage.vue'),
  '/panel/launcher': () => import('./integrations/LauncherPage.vue'),
  '/panel/providers': () => import('./credentials/ProvidersPage.vue'),
  '/panel/applications': () => import('./openid/ApplicationsPage.vue'),
  '/panel/webhooks': () => import('./webhooks/WebhooksPage.vue'),
  '/panel/discord': () => import('./discord/DiscordPage.vue'),
  '/panel/keys': () => import('./integrations/KeysPage.vue'),
  '/panel/mail': () => import('./mail/MailPage.vue'),
  '/panel/settings': () => import('./settings/SettingsPage.vue'),
  '/panel/import': () => import('./import/ImportPage.vue'),
  '/panel/audit': () => import('./audit-log/AuditPage.vue'),
  '/panel/backups': () => import('./operations/BackupsPage.vue'),
  '/panel/system': () => import('./operations/SystemPage.vue'),
}
