import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { requirePermitted } from '../../permissions/require-permitted.ts'
import { requireProof } from '../../permissions/require-proof.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import type { SitePage } from './page.ts'

type Demand = Pick<SitePage, 'mustAgree' | 'publishedAt' | 'edition'>

const NOTHING: Demand = { mustAgree: false, publishedAt: null, edition: 0 }

/**
 * Checks a change of what players have to agree to, which stops every player until they agree: it needs the
 * right to change settings and a recent re-authentication, and every superuser is told. Other changes of a page
 * need neither.
 *
 * @throws Refusal `auth.forbidden`, `auth.proofrequired`
 */
export async function requireDemandable(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  next: SitePage,
  old: Demand = NOTHING,
): Promise<void> {
  const isPublishedAnew = (next.publishedAt === null) !== (old.publishedAt === null)
  const changesDemand =
    next.mustAgree !== old.mustAgree ||
    next.edition !== old.edition ||
    (next.mustAgree && isPublishedAnew)
  if (!changesDemand) return
  await requirePermitted(work, 'panel.settings.edit')
  requireProof(work.by)
  const whom = next.titleEn || next.titleRu
  await tellSuperusers(app, work, { kind: 'page-demanded', whom, path: `/panel/pages/${next.id}` })
}
