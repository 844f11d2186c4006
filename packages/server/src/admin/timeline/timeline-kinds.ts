import type { TimelineKind } from '@portal/contract'

const KINDS: Readonly<Record<string, TimelineKind>> = {
  'login.succeeded': 'sign-ins',
  'openid.device': 'sign-ins',
  'player.banned': 'bans',
  'player.unbanned': 'bans',
  'grant.given': 'ranks',
  'grant.taken': 'ranks',
  'player.roles': 'roles',
  'player.superuser': 'roles',
  'player.permissions': 'roles',
}

/** Returns the kind under which the timeline shows an audit action; undefined if it does not show the action. */
export function kindOfAction(action: string): TimelineKind | undefined {
  return action.startsWith('purchase.') ? 'purchases' : KINDS[action]
}

/** Kinds of events that only the audit log contains, so a reader needs `panel.audit.read`. */
export const AUDIT_KINDS: readonly TimelineKind[] = ['sign-ins', 'roles', 'purchases']
