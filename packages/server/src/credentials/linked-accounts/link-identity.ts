import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { lockOpenSession } from '../../sessions/reauthentication-store.ts'
import { identityAuditText, type LinkedIdentity } from './identity.ts'
import { identitiesRemovedMail, identityMail } from './identity-mail.ts'
import {
  deleteIdentities,
  deleteIdentity,
  insertIdentity,
  listIdentities,
} from './identity-store.ts'
import { findProvider, shareLockProvider } from './provider-store.ts'
import { type ProviderCallback, resolveIdentity, startAuthorization } from './resolve-identity.ts'

export async function beginLink(
  app: App,
  { playerId, sessionId }: Identity,
  { provider, next }: { provider: string; next: string | undefined },
): Promise<{ url: string; sealedRequest: string }> {
  const own = await listIdentities(app.db, playerId)
  if (own.some((one) => one.provider === provider)) throw new Refusal('identity.haveone')
  return startAuthorization(app, provider, { purpose: `link ${sessionId}`, next })
}

/**
 * Links an account of a provider to the caller. Accounts are never matched by e-mail address. Locks the session,
 * because it may have been closed during the request to the provider.
 * @throws the refusals of `resolveIdentity`; Refusal `auth.unauthorized` if the session was closed; `identity.expired`
 * also if the password was changed in the meantime; `identity.haveone` if the player has an account of the provider;
 * `identity.taken` if another player has this account
 */
export async function linkIdentity(
  app: App,
  by: Actor,
  { playerId, sessionId }: Identity,
  callback: ProviderCallback,
): Promise<{ linked: LinkedIdentity; next: string | null }> {
  const { externalIdentity, next } = await resolveIdentity(app, `link ${sessionId}`, callback)
  const linked = await change(app, by, async (work) => {
    const { tx, now, settings } = work
    const player = await lockPlayer(tx, playerId)
    const session = await lockOpenSession(tx, { playerId, sessionId }, now)
    if (!player || session === 'closed') throw new Refusal('auth.unauthorized')
    if (session === 'void') throw new Refusal('identity.expired') // the password was changed in the meantime
    const provider = await shareLockProvider(tx, callback.provider)
    if (!provider?.enabled) throw new Refusal('identity.providernotfound')
    const own = await listIdentities(tx, playerId)
    if (own.some((one) => one.provider === provider.slug)) throw new Refusal('identity.haveone')
    const identity: LinkedIdentity = {
      provider: provider.slug,
      subject: externalIdentity.subject,
      playerId,
      name: externalIdentity.name,
      linkedAt: now,
      lastUsedAt: null,
    }
    if (!(await insertIdentity(tx, identity))) throw new Refusal('identity.taken')
    work.audit('identity.linked', playerId, { after: identityAuditText(identity) })
    work.emit('player.linked', { player: playerId, provider: provider.slug })
    const about = { player, site: settings, url: app.config.publicUrl }
    const what = { service: provider.name, name: externalIdentity.name, linked: true }
    work.notify(player, (to) => identityMail({ ...about, ...what, to }))
    return identity
  })
  return { linked, next }
}

export async function unlinkIdentity(app: App, by: Actor, slug: string): Promise<void> {
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, by.actor)
    const removed = await deleteIdentity(work.tx, { playerId: by.actor, provider: slug })
    if (!player || !removed) throw new Refusal('identity.notfound')
    const provider = await findProvider(work.tx, slug)
    work.audit('identity.unlinked', player.id, { before: identityAuditText(removed) })
    work.emit('player.unlinked', { player: player.id, provider: slug })
    const about = { player, site: work.settings, url: app.config.publicUrl }
    const what = { service: provider?.name ?? slug, name: removed.name, linked: false }
    work.notify(player, (to) => identityMail({ ...about, ...what, to }))
  })
}

/**
 * Removes all linked accounts of a player.
 * @returns how many were removed
 * @throws Refusal `auth.forbidden`, `player.notfound`
 */
export async function removeIdentities(
  app: App,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<number> {
  return change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.2fa')
    const removed = await deleteIdentities(work.tx, id)
    const count = removed.length
    if (count === 0) return 0
    work.audit('identities.removed', id, { before: String(count) })
    for (const { provider } of removed) work.emit('player.unlinked', { player: id, provider })
    const about = { player, site: work.settings, url: app.config.publicUrl }
    work.notify(player, (to) => identitiesRemovedMail({ ...about, to }))
    await notifySuperusers(app, work, {
      kind: 'identities-removed',
      targetName: player.username,
      id,
    })
    return count
  })
}
