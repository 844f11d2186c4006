import type { App } from '../app.ts'
import type { AnonymousActor } from '../audit/actor.ts'
import { type ChangeDeps, change } from '../audit/change.ts'
import { removeConsumer } from '../events/consumer-store.ts'
import { listActiveSuperusers } from '../permissions/superusers/superuser-store.ts'
import { failWaiting } from './delivery-store.ts'
import { MAX_FAILING } from './next-attempt.ts'
import { consumerOf, type Webhook } from './webhook.ts'
import { webhookDisabledMail } from './webhook-mail.ts'
import { lockWebhook, updateWebhook } from './webhook-store.ts'

const BY_SITE: AnonymousActor = { actor: null, ip: null }

type Deps = ChangeDeps & Pick<App, 'config'>

/** Turns a webhook off and mails the superusers, unless the webhook was turned off or has recovered in the meantime. */
export async function disableWebhook(
  app: Deps,
  { id, url }: Webhook,
  reason: 'gone' | 'failing',
): Promise<void> {
  await change(app, BY_SITE, async (work) => {
    const { tx, now, settings } = work
    const webhook = await lockWebhook(tx, id)
    if (!webhook || webhook.disabledAt !== null || webhook.url !== url) return
    const failing = webhook.failingSince
    if (reason === 'failing' && (failing === null || failing > now - MAX_FAILING)) return
    await updateWebhook(tx, { ...webhook, disabledAt: now, disabledReason: reason }, false)
    await failWaiting(tx, id)
    await removeConsumer(tx, consumerOf(id))
    work.audit('webhook.disabled', webhook.name, { after: reason })
    const about = { site: settings, url: `${app.config.publicUrl}/panel/webhooks` }
    for (const player of await listActiveSuperusers(tx, now)) {
      work.notify(player, (to) =>
        webhookDisabledMail({ ...about, player, to }, webhook.name, reason),
      )
    }
  })
}
