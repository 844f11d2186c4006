import type { Node } from '@portal/contract/node'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import {
  type ChangeRequirement,
  grantsPanelAccess,
  holdsAll,
  regainedWithout,
} from './delegation.ts'
import { findPermissionForecast } from './effective/find-effective-permissions.ts'
import { type PermissionForecast, upperBound } from './effective/permission-forecast.ts'
import type { EditContext } from './lock-editable.ts'
import { requireRecentAuthentication } from './require-recent-authentication.ts'
import { notifySuperusers } from './superusers/notify-superusers.ts'
import type { SuperuserAlert } from './superusers/superuser-mail.ts'

type Deps = Pick<App, 'config'>

/**
 * Checks that an editor has the permissions that a change requires. Every change of permissions uses this check. A
 * change that gives panel permissions, by a node, a role, a rank or the end of a denial, requires a recent
 * re-authentication and is mailed to every superuser.
 * @throws Refusal `auth.forbidden`, `auth.proofrequired`
 */
export async function requireGrantable(
  app: Deps,
  work: UnitOfWork<Actor>,
  editor: PermissionForecast,
  { required, alert }: { required: readonly ChangeRequirement[]; alert: SuperuserAlert },
): Promise<void> {
  if (!holdsAll(editor, required)) throw new Refusal('auth.forbidden')
  if (!grantsPanelAccess(required)) return
  requireRecentAuthentication(work.by)
  await notifySuperusers(app, work, alert)
}

/**
 * Checks that an editor may remove denials. The permissions that they matched may then be allowed, immediately or after
 * a ban, so their removal counts as a grant.
 * @param removed.end when the denials would have ended by themselves
 * @throws Refusal `auth.forbidden`, `auth.proofrequired`
 */
export async function requireRegainedGrantable(
  app: Deps,
  work: UnitOfWork<Actor>,
  { player, editor }: EditContext,
  { nodes, end }: { nodes: readonly Node[]; end: number },
): Promise<void> {
  const denials = nodes.filter(({ allows }) => !allows)
  if (denials.length === 0) return
  const remaining = upperBound(await findPermissionForecast(work.tx, player, work.now))
  const required = regainedWithout(remaining, denials).map((pattern) => ({
    pattern,
    end,
    grants: true,
  }))
  await requireGrantable(app, work, editor, { required, alert: rightsGivenAlert(player) })
}

export function rightsGivenAlert({
  id,
  username,
}: {
  id: string
  username: string
}): SuperuserAlert {
  return { kind: 'rights-given', targetName: username, id }
}
