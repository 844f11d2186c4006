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

/** Returns the kind under which the timeline shows an audit action; undefined: it does not show it. */
export function kindOfAction(action: string): TimelineKind | undefined {
  return action.startsWith('purchase.') ? 'purchases' : KINDS[action]
}

/** Kinds that are in the audit log only, so they need `panel.audit.read`. */
export const AUDIT_KINDS: readonly TimelineKind[] = ['sign-ins', 'roles', 'purchases']
