import type { PermissionId } from '@portal/contract'
import type { AuditAction } from '../../audit/audit.ts'
import type { PlayerValues } from '../../players/edit-store.ts'
import type { Player } from '../../players/player.ts'

/** Changes that an administrator wants to a player's own data; absent fields stay. */
export type WantedData = {
  username?: string | undefined
  /** Null takes the address away. */
  email?: string | null | undefined
  activated?: boolean | undefined
  passwordChangeRequired?: boolean | undefined
}

/** A field that changes, and its audit entry. */
export type FieldEdit = {
  action: AuditAction
  before: string | null
  after: string | null
  values: PlayerValues
  /** The name that is to be another, which has a statement of its own (change-name.ts). */
  username?: string
}

/** Lists the permissions that naming these fields requires, whether or not their values change. */
export function permissionsFor(wanted: WantedData): PermissionId[] {
  const { username, email, passwordChangeRequired, activated } = wanted
  const edits = [username, email, passwordChangeRequired].some((value) => value !== undefined)
  return [
    ...(edits ? (['panel.players.edit'] as const) : []),
    ...(activated === undefined ? [] : (['panel.players.activate'] as const)),
  ]
}

/** Lists the fields whose values differ from the wanted ones. */
export function editsOf(player: Player, wanted: WantedData, now: number): FieldEdit[] {
  const { username = player.username, email = player.email } = wanted
  const wasActivated = player.activatedAt !== null
  const { activated = wasActivated } = wanted
  const wasRequired = player.passwordChangeRequiredAt !== null
  const { passwordChangeRequired: required = wasRequired } = wanted
  const edits: (FieldEdit | false)[] = [
    username !== player.username && {
      action: 'player.username',
      before: player.username,
      after: username,
      values: {},
      username,
    },
    email !== player.email && {
      action: 'player.email',
      before: player.email,
      after: email,
      values: { email },
    },
    activated !== wasActivated && {
      action: 'player.activated',
      before: String(wasActivated),
      after: String(activated),
      values: { activatedAt: activated ? now : null },
    },
    required !== wasRequired && {
      action: 'password.change-required',
      before: String(wasRequired),
      after: String(required),
      values: { passwordChangeRequiredAt: required ? now : null },
    },
  ]
  return edits.filter((edit) => edit !== false)
}
