import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { requirePermission } from '../../permissions/may.ts'
import { requireRecentAuthentication } from '../../permissions/require-recent-authentication.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import type { SitePage } from './page.ts'

type ConsentRequirement = Pick<SitePage, 'mustAgree' | 'publishedAt' | 'edition'>

const NO_REQUIREMENT: ConsentRequirement = { mustAgree: false, publishedAt: null, edition: 0 }

/**
 * Checks a change of what players must agree to. Such a change blocks each player until the player agrees. The editor
 * needs the permission to change settings and a recent re-authentication. Notifies superusers. Allows all other changes
 * of a page.
 * @throws Refusal `auth.forbidden`, `auth.proofrequired`
 */
export async function requireConsentChangeAllowed(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  next: SitePage,
  old: ConsentRequirement = NO_REQUIREMENT,
): Promise<void> {
  const isVisibilityChanged = (next.publishedAt === null) !== (old.publishedAt === null)
  const changesRequirement =
    next.mustAgree !== old.mustAgree ||
    next.edition !== old.edition ||
    (next.mustAgree && isVisibilityChanged)
  if (!changesRequirement) return
  const { permissions } = await findEditor(work.tx, work.by, work.now)
  requirePermission(permissions, ['panel.settings.edit'])
  requireRecentAuthentication(work.by)
  const targetName = next.titleEn || next.titleRu
  await notifySuperusers(app, work, {
    kind: 'page-demanded',
    targetName,
    path: `/panel/pages/${next.id}`,
  })
}
