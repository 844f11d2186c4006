import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { findEditor } from '../find-editor.ts'

export async function requireSuperuser({
  tx,
  by,
  now,
}: Pick<UnitOfWork<Actor>, 'tx' | 'by' | 'now'>): Promise<void> {
  const { permissions } = await findEditor(tx, by, now)
  if (!permissions.superuser) throw new Refusal('auth.forbidden')
}
