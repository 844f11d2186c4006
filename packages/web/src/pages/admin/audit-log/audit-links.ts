import { may } from '../../../session.ts'
import type { AuditItem } from './audit-texts.ts'

/** Returns the page of the actor, or undefined if there is none or the reader may not open it. */
export function actorLink({ actor, actorName }: AuditItem): string | undefined {
  if (actor?.startsWith('api-key:')) return pageIf('panel.keys.manage', '/panel/keys')
  return actorName === null ? undefined : playerPage(actor)
}

/** Returns the page of what an entry changed, or undefined if it is deleted or the reader may not open it. */
export function targetLink({ action, target, targetName }: AuditItem): string | undefined {
  if (target === null || action.endsWith('.deleted')) return undefined
  if (target.startsWith('/pictures/')) return target
  const [kind = ''] = action.split('.')
  switch (kind) {
    case 'role':
      return pageIf('panel.roles.edit', `/panel/roles/${target}`)
    case 'group':
      return pageIf('panel.groups.edit', `/panel/groups/${target}`)
    case 'news':
      return pageIf('panel.news.edit', `/panel/news/${target}`)
    case 'page':
      return pageIf('panel.pages.edit', '/panel/pages')
    case 'api-key':
      return pageIf('panel.keys.manage', '/panel/keys')
    case 'identity-provider':
      return pageIf('panel.identities.manage', '/panel/providers')
    case 'openid-client':
      return pageIf('panel.clients.manage', '/panel/applications')
    case 'webhook':
      return pageIf('panel.webhooks.manage', '/panel/webhooks')
    case 'purchase':
      return targetName === null
        ? pageIf('panel.purchases.manage', '/panel/purchases')
        : playerPage(target)
    case 'discord':
      return pageIf('panel.discord.manage', '/panel/discord')
    case 'mail':
      return pageIf('panel.mail.manage', '/panel/mail')
    case 'setting':
      return pageIf('panel.settings.edit', `/panel/settings#setting-${target}`)
    case 'backup':
      return pageIf('panel.system.read', '/panel/backups')
    default:
      return targetName === null ? undefined : playerPage(target)
  }
}

function playerPage(id: string | null): string | undefined {
  return id !== null && /^[0-9a-f-]{36}$/.test(id)
    ? pageIf('panel.players.read', `/panel/players/${id}`)
    : undefined
}

function pageIf(permission: string, path: string): string | undefined {
  return may(permission) ? path : undefined
}
