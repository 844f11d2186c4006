import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { holdsAll, permissionsRequiredFor, withEnd } from '../permissions/delegation.ts'
import { findEditor } from '../permissions/find-editor.ts'
import { listGrantableNodes } from '../permissions/grants/grantable.ts'
import { notifySuperusers } from '../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../platform/errors.ts'
import { newToken } from '../platform/random.ts'
import { describeReward } from './describe-reward.ts'
import {
  actorOf,
  type PurchaseSource,
  type Reward,
  SHOP_NAMES,
  type Source,
  secretContext,
} from './purchase.ts'
import {
  deleteMapping,
  findReward,
  insertSource,
  lockSource,
  type PurchaseMapping,
  updateSource,
  upsertMapping,
} from './source-store.ts'

export type SourceChanges = { isEnabled?: boolean | undefined; secret?: string | undefined }

/** Turns a shop on or off, or replaces its secret. The URL for its callbacks never changes. */
export async function changeSource(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  source: Source,
  { isEnabled, secret }: SourceChanges,
): Promise<PurchaseSource> {
  return change(app, by, async (work) => {
    const { tx, now, generation } = work
    const fresh: PurchaseSource = {
      source,
      hook: newToken(app.random),
      secretSealed: null,
      isEnabled: false,
      createdAt: now,
    }
    await insertSource(tx, fresh)
    const old = (await lockSource(tx, source)) ?? fresh
    const next: PurchaseSource = {
      ...old,
      isEnabled: isEnabled ?? old.isEnabled,
      ...(secret !== undefined && {
        secretSealed: generation.seal(secretContext(source), Buffer.from(secret)),
      }),
    }
    await updateSource(tx, next)
    const before = JSON.stringify({ enabled: old.isEnabled })
    const changed = secret === undefined ? {} : { secret: 'replaced' }
    const after = JSON.stringify({ enabled: next.isEnabled, ...changed })
    if (before === after) return next
    work.audit('purchase.source', source, { before, after })
    const isTurnedOn = next.isEnabled && !old.isEnabled
    if (isTurnedOn || secret !== undefined) {
      await notifySuperusers(app, work, { kind: 'shop-changed', targetName: SHOP_NAMES[source] })
    }
    return next
  })
}

/**
 * Sets what a product gives from now on. Held payments get this reward too, once `giveHeldPurchases` gives them.
 * @throws Refusal `group.notfound`; `purchase.notgivable` for a rank with panel permissions; `auth.forbidden` unless
 * the editor has the permissions of the rank
 */
export async function mapProduct(
  app: ChangeDeps,
  by: Actor,
  mapping: PurchaseMapping,
): Promise<void> {
  const { source, product, reward } = mapping
  await change(app, by, async (work) => {
    const { tx } = work
    if (reward.kind === 'group') await requireGivable(work, source, reward.group)
    const old = await findReward(tx, source, product)
    await upsertMapping(tx, mapping)
    const before = old ? textOf(old) : null
    const after = textOf(reward)
    if (before !== after) work.audit('purchase.mapping', `${source} ${product}`, { before, after })
  })
}

async function requireGivable(
  { tx, by, now }: UnitOfWork<Actor>,
  source: Source,
  group: string,
): Promise<void> {
  const nodes = await listGrantableNodes(tx, { group, node: null })
  const required = permissionsRequiredFor([], withEnd(nodes))
  const shop = await findEditor(tx, { actor: actorOf(source), ip: null }, now)
  if (!holdsAll(shop, required)) throw new Refusal('purchase.notgivable')
  if (!holdsAll(await findEditor(tx, by, now), required)) throw new Refusal('auth.forbidden')
}

export async function unmapProduct(
  app: ChangeDeps,
  by: Actor,
  { source, product }: Pick<PurchaseMapping, 'source' | 'product'>,
): Promise<void> {
  await change(app, by, async (work) => {
    const old = await findReward(work.tx, source, product)
    if (!(await deleteMapping(work.tx, source, product))) throw new Refusal('purchase.notmapped')
    work.audit('purchase.mapping', `${source} ${product}`, { before: old ? textOf(old) : null })
  })
}

function textOf(reward: Reward): string {
  return JSON.stringify(describeReward(reward, 1) ?? 'nothing')
}

export function hookUrl(
  { config }: Pick<App, 'config'>,
  { source, hook }: Pick<PurchaseSource, 'source' | 'hook'>,
): string {
  return `${config.publicUrl}/hooks/${source}/${hook}`
}
