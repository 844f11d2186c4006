import type { PermissionId } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { Actor } from '../audit/actor.ts'
import type { Work } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import { findEditor } from './find-editor.ts'
import { registryOf } from './permission-registry.ts'

/**
 * Demands a permission that only some changes of a row need.
 *
 * @throws Refusal `auth.forbidden` when the actor of the change lacks it
 */
export async function requirePermitted(
  { tx, by, now }: Pick<Work<Actor>, 'tx' | 'by' | 'now'>,
  permission: PermissionId,
): Promise<void> {
  const { standing } = await findEditor(tx, by, now)
  if (!decide(standing, permission, registryOf([])).allowed) throw new Refusal('auth.forbidden')
}
