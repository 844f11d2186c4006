import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { holdSession } from '../../sessions/reauthentication-store.ts'
import { type LinkedIdentity, traceOf } from './identity.ts'
import { identitiesRemovedMail, identityMail } from './identity-mail.ts'
import {
  deleteIdentities,
  deleteIdentity,
  insertIdentity,
  listIdentities,
} from './identity-store.ts'
import { findProvider, holdProvider } from './provider-store.ts'
import { meetPerson, type Return, sendAway } from './resolve-identity.ts'

/**
 * Begins to link an account elsewhere, in this session alone.
 *
 * @throws Refusal `identity.haveone`, `identity.providernotfound`, `identity.unavailable`, `overloaded`
 */
export async function beginLink(
  app: App,
  { playerId, sessionId }: Identity,
  { provider, next }: { provider: string; next: string | undefined },
): Promise<{ url: string; kept: string }> {
  const own = await listIdentities(app.db, playerId)
  if (own.some((one) => one.provider === provider)) throw new Refusal('identity.haveone')
  return sendAway(app, provider, { purpose: `link ${sessionId}`, next })
}

/**
 * Links the account that a service says is there, and tells the player by mail. Nobody is looked for by an
 * address: only this session says whose it becomes, which may have been closed while the service was asked and now
 * stays open until the account is linked.
 *
 * @throws Refusal `identity.providernotfound`, `identity.expired`, `identity.cancelled`, `identity.wrong`,
 *   `identity.unavailable`, `identity.taken`, `identity.haveone`, `auth.unauthorized`, `overloaded`
 */
export async function linkIdentity(
  app: App,
  by: Actor,
  { playerId, sessionId }: Identity,
  returned: Return,
): Promise<{ linked: LinkedIdentity; next: string | null }> {
  const { person, next } = await meetPerson(app, `link ${sessionId}`, returned)
  const linked = await change(app, by, async (work) => {
    const { tx, now, settings } = work
    const player = await lockPlayer(tx, playerId)
    const session = await holdSession(tx, { playerId, sessionId }, now)
    if (!player || session === 'closed') throw new Refusal('auth.unauthorized')
    if (session === 'void') throw new Refusal('identity.expired') // the password was replaced meanwhile
    const provider = await holdProvider(tx, returned.provider)
    if (!provider?.enabled) throw new Refusal('identity.providernotfound')
    const own = await listIdentities(tx, playerId)
    if (own.some((one) => one.provider === provider.slug)) throw new Refusal('identity.haveone')
    const identity: LinkedIdentity = {
      provider: provider.slug,
      subject: person.subject,
      playerId,
      name: person.name,
      linkedAt: now,
      lastUsedAt: null,
    }
    if (!(await insertIdentity(tx, identity))) throw new Refusal('identity.taken')
    work.note('identity.linked', playerId, { after: traceOf(identity) })
    const about = { player, site: settings, url: app.config.publicUrl }
    const what = { service: provider.name, name: person.name, linked: true }
    work.tell(player, (to) => identityMail({ ...about, ...what, to }))
    return identity
  })
  return { linked, next }
}

/** Removes a player's own link and tells them. @throws Refusal `identity.notfound` */
export async function unlinkIdentity(app: App, by: Actor, slug: string): Promise<void> {
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, by.actor)
    const removed = await deleteIdentity(work.tx, { playerId: by.actor, provider: slug })
    if (!player || !removed) throw new Refusal('identity.notfound')
    const provider = await findProvider(work.tx, slug)
    work.note('identity.unlinked', player.id, { before: traceOf(removed) })
    const about = { player, site: work.settings, url: app.config.publicUrl }
    const what = { service: provider?.name ?? slug, name: removed.name, linked: false }
    work.tell(player, (to) => identityMail({ ...about, ...what, to }))
  })
}

/**
 * Removes all links of a player, and tells them and every superuser. Returns how many there were.
 *
 * @throws Refusal `auth.forbidden` when the editor may not; `player.notfound`
 */
export async function removeIdentities(
  app: App,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<number> {
  return change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.2fa')
    const { length: count } = await deleteIdentities(work.tx, id)
    if (count === 0) return 0
    work.note('identities.removed', id, { before: String(count) })
    const about = { player, site: work.settings, url: app.config.publicUrl }
    work.tell(player, (to) => identitiesRemovedMail({ ...about, to }))
    await tellSuperusers(app, work, { kind: 'identities-removed', whom: player.username, id })
    return count
  })
}
