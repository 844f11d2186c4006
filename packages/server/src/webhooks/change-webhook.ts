import type { NewWebhook, WebhookChanges } from '@portal/contract'
import { findUnknownPlaceholder } from '@portal/contract/event-messages'
import { eventTypeNames, isEventType } from '@portal/contract/event-titles'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { addConsumer, removeConsumer } from '../events/consumer-store.ts'
import { notifySuperusers } from '../permissions/superusers/notify-superusers.ts'
import { DAY } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { isAddressAllowed } from '../platform/outbound/guarded-post.ts'
import { newSortableId } from '../platform/random.ts'
import { allowedHostsOf } from '../settings/allowed-hosts.ts'
import { failWaiting } from './delivery-store.ts'
import { consumerOf, type MessageTexts, newSecret, secretContext, type Webhook } from './webhook.ts'
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
} from './webhook-store.ts'

const MAX_WEBHOOKS = 200
/** How long messages are also signed with the previous secret. */
const FORMER_SECRET_TTL = DAY

type Deps = ChangeDeps & Pick<App, 'config' | 'webhooks'>

/** A changed webhook. `secret` is null unless the change created a new secret. */
export type ChangedWebhook = { webhook: Webhook; secret: string | null }

/**
 * Creates a webhook, which receives events recorded from now on.
 * @throws Refusal `webhook.address`, `webhook.toomany`
 */
export async function createWebhook(
  app: Deps,
  by: Actor,
  input: NewWebhook,
): Promise<ChangedWebhook> {
  const secret = newSecret(app.random)
  const webhook = await change(app, by, async (work) => {
    const { tx, now, settings, generation } = work
    requireAllowedAddress(settings, input.url)
    if ((await listWebhooks(tx)).length >= MAX_WEBHOOKS) throw new Refusal('webhook.toomany')
    const id = newSortableId(app.random, now)
    const made: Webhook = {
      id,
      name: input.name.trim(),
      url: input.url,
      events: input.events ?? [],
      format: input.format ?? 'standard',
      secretSealed: generation.seal(secretContext(id), Buffer.from(secret)),
      formerSecretSealed: null,
      formerSecretUntil: null,
      createdAt: now,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      texts: {},
    }
    await insertWebhook(tx, made)
    await addConsumer(tx, { name: consumerOf(id), now })
    work.audit('webhook.created', made.name, { after: auditText(made) })
    await announce(app, work, made)
    return made
  })
  app.webhooks.wake()
  return { webhook, secret }
}

/**
 * Changes the given fields of a webhook. After a new secret, messages are also signed with the old one for 24 hours. A
 * webhook that is turned on receives only events recorded from then on.
 * @throws Refusal `webhook.notfound`, `webhook.address`, `webhook.placeholder`
 */
export async function changeWebhook(
  app: Deps,
  by: Actor,
  id: string,
  changes: WebhookChanges,
): Promise<ChangedWebhook> {
  const secret = changes.newSecret ? newSecret(app.random) : null
  const webhook = await change(app, by, async (work) => {
    const { tx, now, settings } = work
    const old = await lockWebhook(tx, id)
    if (!old) throw new Refusal('webhook.notfound')
    const { enabled: isEnabled = old.disabledAt === null } = changes
    const next: Webhook = {
      ...old,
      name: changes.name?.trim() ?? old.name,
      url: changes.url ?? old.url,
      events: changes.events ?? old.events,
      format: changes.format ?? old.format,
      texts: changedTexts(old.texts, changes.texts ?? {}),
      ...switched(old, isEnabled, now),
      ...(secret !== null && replacedSecret(work, old, secret)),
    }
    if (next.url !== old.url) requireAllowedAddress(settings, next.url)
    const types = eventTypeNames.filter((type) => old.texts[type] !== next.texts[type])
    const before = auditText(old, { types })
    const after = auditText(next, { types, hasNewSecret: secret !== null })
    if (before === after) return old

    const [wasOn, isOn] = [old.disabledAt === null, next.disabledAt === null]
    await updateWebhook(tx, next, isOn && !wasOn)
    if (isOn) await addConsumer(tx, { name: consumerOf(id), now })
    else await removeConsumer(tx, consumerOf(id))
    if (!isOn) await failWaiting(tx, id)
    work.audit('webhook.changed', next.name, { before, after })
    await announce(app, work, next)
    return next
  })
  app.webhooks.wake()
  return { webhook, secret }
}

export async function removeWebhook(app: Deps, by: Actor, id: string): Promise<Webhook> {
  return change(app, by, async (work) => {
    const old = await lockWebhook(work.tx, id)
    if (!old) throw new Refusal('webhook.notfound')
    await deleteWebhook(work.tx, id)
    await removeConsumer(work.tx, consumerOf(id))
    work.audit('webhook.deleted', old.name, { before: auditText(old) })
    await announce(app, work, old)
    return old
  })
}

function requireAllowedAddress(settings: UnitOfWork['settings'], url: string): void {
  if (!isAddressAllowed(url, allowedHostsOf(settings))) throw new Refusal('webhook.address')
}

function switched(old: Webhook, isEnabled: boolean, now: number): Partial<Webhook> {
  if (isEnabled === (old.disabledAt === null)) return {}
  if (isEnabled) return { disabledAt: null, disabledReason: null, failingSince: null }
  return { disabledAt: now, disabledReason: 'staff' }
}

function replacedSecret({ generation, now }: UnitOfWork, old: Webhook, secret: string) {
  return {
    secretSealed: generation.seal(secretContext(old.id), Buffer.from(secret)),
    formerSecretSealed: old.secretSealed,
    formerSecretUntil: now + FORMER_SECRET_TTL,
  }
}

async function announce(app: Deps, work: UnitOfWork<Actor>, { name }: Webhook): Promise<void> {
  await notifySuperusers(app, work, { kind: 'webhook-changed', targetName: name })
}

/**
 * Merges changed texts into the old ones. An empty text restores the text of the site.
 * @throws Refusal `webhook.placeholder` for an unknown placeholder
 */
function changedTexts(old: MessageTexts, changes: WebhookChanges['texts'] & {}): MessageTexts {
  for (const [type, text] of Object.entries(changes)) {
    if (isEventType(type) && findUnknownPlaceholder(type, text) !== undefined)
      throw new Refusal('webhook.placeholder')
  }
  const next = Object.entries({ ...old, ...changes })
  return Object.fromEntries(next.filter(([, text]) => text.trim() !== ''))
}

/**
 * Describes a webhook in the audit log. Shows only the first characters of the path in its URL, because the rest may be
 * a secret, as in the URLs of Discord.
 */
function auditText(
  { url, events, format, disabledAt, texts }: Webhook,
  { types = [], hasNewSecret = false }: { types?: readonly string[]; hasNewSecret?: boolean } = {},
): string {
  const { origin, pathname } = new URL(url)
  const address = { host: origin, path: `${pathname.slice(0, 12)}…` }
  const secret = hasNewSecret ? { secret: 'replaced' } : {}
  const changed = Object.fromEntries(types.map((type) => [type, texts[type] ?? '']))
  return JSON.stringify({
    ...address,
    events,
    format,
    enabled: disabledAt === null,
    ...secret,
    ...(types.length > 0 && { texts: changed }),
  })
}
