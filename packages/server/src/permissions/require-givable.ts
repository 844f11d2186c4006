import type { Node } from '@portal/contract/node'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import type { Work } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import { type ChangeDemand, givesPanel, holdsAll, uncoveredBy } from './delegation.ts'
import { findOutlook } from './effective/find-effective-permissions.ts'
import { atMost, type Outlook } from './effective/permission-forecast.ts'
import type { Edited } from './lock-editable.ts'
import { requireProof } from './require-proof.ts'
import { tellSuperusers } from './superusers/notify-superusers.ts'
import type { Opening } from './superusers/superuser-mail.ts'

type Needs = Pick<App, 'config'>

/**
 * Checks a change of what somebody may do. This is the one rule for all of them: the editor holds everything
 * that the change demands, for as long; and where it gives rights in the panel, by a node, a role, a donate
 * group or the end of a denial, the editor re-authenticated lately and every superuser is told.
 *
 * @param change.gainer a player, or everybody who has or will get a role or a donate group.
 * @throws Refusal `auth.forbidden`, `auth.proofrequired`
 */
export async function requireGivable(
  app: Needs,
  work: Work<Actor>,
  editor: Outlook,
  { demands, gainer }: { demands: readonly ChangeDemand[]; gainer: Opening },
): Promise<void> {
  if (!holdsAll(editor, demands)) throw new Refusal('auth.forbidden')
  if (!givesPanel(demands)) return
  requireProof(work.by)
  await tellSuperusers(app, work, gainer)
}

/**
 * Checks a change that took denials from the player. What these had denied may now be allowed, or will
 * be once a ban ends, and that is a gift like any other.
 *
 * @param taken.end when the denials would have ended by themselves.
 * @throws Refusal `auth.forbidden` when the editor does not hold what the player gains;
 *   `auth.proofrequired`
 */
export async function requireUncoveredGivable(
  app: Needs,
  work: Work<Actor>,
  { player, editor }: Edited,
  { nodes, end }: { nodes: readonly Node[]; end: number },
): Promise<void> {
  const denials = nodes.filter(({ allows }) => !allows)
  if (denials.length === 0) return
  const left = atMost(await findOutlook(work.tx, player, work.now))
  const demands = uncoveredBy(left, denials).map((pattern) => ({ pattern, end, gives: true }))
  await requireGivable(app, work, editor, { demands, gainer: gainerOf(player) })
}

/** A player who gains by a change. */
export function gainerOf({ id, username }: { id: string; username: string }): Opening {
  return { kind: 'rights-given', whom: username, id }
}
