import { MAX_PAGE_SIZE, type PlayerCard } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { describeIdentities } from '../../credentials/linked-accounts/list-providers.ts'
import { countPasskeys } from '../../credentials/passkeys/passkey-store.ts'
import { listPersonalNodes } from '../../permissions/assignment-store.ts'
import { coversPanelPermissionsOf, mayEdit } from '../../permissions/delegation.ts'
import { findPermissionForecast } from '../../permissions/effective/find-effective-permissions.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { describeGrants } from '../../permissions/grants/describe-grants.ts'
import { listGrants } from '../../permissions/grants/grant-store.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import { listFormerNames } from '../../players/former-name-store.ts'
import { listOwnReservedNames } from '../../players/name-store.ts'
import type { Player } from '../../players/player.ts'
import { listUsernames } from '../../players/player-store.ts'
import { findActivity } from '../../profiles/activity-store.ts'
import { describeUser } from '../../profiles/describe-player.ts'
import { countGameSessions, countLauncherPasswords } from '../../sessions/launcher-access-store.ts'
import { findInviter, findLastLogin } from './card-store.ts'
import { listLastVisits } from './listed-details-store.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

export async function describeCard(app: Deps, viewer: Actor, player: Player): Promise<PlayerCard> {
  const now = app.clock.now()
  const { permissions, ...user } = await describeUser(app, player)
  const nodes = await listPersonalNodes(app.db, player.id, now)
  const grants = await listGrants(app.db, player.id, { limit: MAX_PAGE_SIZE })
  const lastLoginAt = await findLastLogin(app.db, player.id)
  const lastSeenAt = (await listLastVisits(app.db, [player])).get(player.id)
  const activity = await findActivity(app.db, player.id)
  const inviter = await findInviter(app.db, player.id)
  const holder = await findPermissionForecast(app.db, player, now)
  const editor = await findEditor(app.db, viewer, now)
  const editable = mayEdit(editor.permissions, holder.permissions)
  return {
    ...user,
    permissions: nodes.map(({ node, expiresAt }) => ({ node, expiresAt: isoOrNull(expiresAt) })),
    effectivePermissions: permissions,
    grants: await describeGrants(app, grants),
    superuser: player.superuserAt !== null,
    passkeys: await countPasskeys(app.db, player.id),
    identities: await describeIdentities(app, player.id),
    launcherPasswords: await countLauncherPasswords(app.db, player.id),
    gameSessions: await countGameSessions(app.db, player.id, now),
    editable,
    accountEditable: editable && coversPanelPermissionsOf(holder, editor),
    superuserEditable: editor.permissions.superuser,
    lastLoginAt: isoOrNull(lastLoginAt),
    lastSeenAt: isoOrNull(lastSeenAt ?? null),
    playSeconds: activity?.playSeconds ?? 0,
    lastPlayedAt: isoOrNull(activity?.lastPlayedAt ?? null),
    ...(await describeNames(app, player)),
    inviter: inviter ? { uuid: inviter.id, username: inviter.username } : null,
  }
}

async function describeNames({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id }: Player) {
  const former = await listFormerNames(db, id)
  const kept = await listOwnReservedNames(db, id, clock.now())
  const authors = await listUsernames(
    db,
    former.map(({ author }) => author),
  )
  return {
    formerNames: former.map(({ name, until, author }) => ({
      name,
      until: isoInstant(until),
      author,
      authorName: authors.get(author) ?? null,
    })),
    keptNames: kept.map(({ name, until }) => ({ name, until: isoInstant(until) })),
  }
}
