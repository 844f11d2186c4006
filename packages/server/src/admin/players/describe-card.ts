import { LARGEST_PAGE, type PlayerCard } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { describeIdentities } from '../../credentials/linked-accounts/list-providers.ts'
import { countPasskeys } from '../../credentials/passkeys/passkey-store.ts'
import { listHeldNodes } from '../../permissions/assignment-store.ts'
import { holdsPowersOf, mayEdit } from '../../permissions/delegation.ts'
import { findOutlook } from '../../permissions/effective/find-effective-permissions.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { describeGrants } from '../../permissions/grants/describe-grants.ts'
import { listGrants } from '../../permissions/grants/grant-store.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import { listFormerNames } from '../../players/former-name-store.ts'
import { listOwnKeptNames } from '../../players/name-store.ts'
import type { Player } from '../../players/player.ts'
import { listUsernames } from '../../players/player-store.ts'
import { describeUser } from '../../profiles/describe-player.ts'
import { countGames, countLauncherPasswords } from '../../sessions/launcher-access-store.ts'
import { findInviter, findLastLogin } from './card-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/** Describes everything that the panel shows this viewer about a player. */
export async function describeCard(app: Needs, viewer: Actor, player: Player): Promise<PlayerCard> {
  const now = app.clock.now()
  const { permissions, ...user } = await describeUser(app, player)
  const nodes = await listHeldNodes(app.db, player.id, now)
  const grants = await listGrants(app.db, player.id, { limit: LARGEST_PAGE })
  const lastLoginAt = await findLastLogin(app.db, player.id)
  const inviter = await findInviter(app.db, player.id)
  const holder = await findOutlook(app.db, player, now)
  const editor = await findEditor(app.db, viewer, now)
  const editable = mayEdit(editor.standing, holder.standing)
  return {
    ...user,
    permissions: nodes.map(({ node, expiresAt }) => ({ node, expiresAt: isoOrNull(expiresAt) })),
    effectivePermissions: permissions,
    grants: await describeGrants(app, grants),
    superuser: player.superuserAt !== null,
    passkeys: await countPasskeys(app.db, player.id),
    identities: await describeIdentities(app, player.id),
    launcherPasswords: await countLauncherPasswords(app.db, player.id),
    gameSessions: await countGames(app.db, player.id, now),
    editable,
    accountEditable: editable && holdsPowersOf(holder, editor),
    superuserEditable: editor.standing.superuser,
    lastLoginAt: isoOrNull(lastLoginAt),
    ...(await describeNames(app, player)),
    inviter: inviter ? { uuid: inviter.id, username: inviter.username } : null,
  }
}

async function describeNames({ db, clock }: Pick<Needs, 'db' | 'clock'>, { id }: Player) {
  const former = await listFormerNames(db, id)
  const kept = await listOwnKeptNames(db, id, clock.now())
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
