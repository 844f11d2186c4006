import type { AuditAction, PermissionId } from '@portal/contract'
import type { PlayerValues } from '../../players/edit-store.ts'
import type { Player } from '../../players/player.ts'

export type FieldChanges = {
  username?: string | undefined
  email?: string | null | undefined
  activated?: boolean | undefined
  passwordChangeRequired?: boolean | undefined
}

export type FieldEdit = {
  action: AuditAction
  before: string | null
  after: string | null
  values: PlayerValues
  /** The new name, which change-name.ts stores. */
  username?: string
}

/** Lists the permissions that an editor needs for these fields, even if their values do not change. */
export function permissionsFor(changes: FieldChanges): PermissionId[] {
  const { username, email, passwordChangeRequired, activated } = changes
  const edits = [username, email, passwordChangeRequired].some((value) => value !== undefined)
  return [
    ...(edits ? (['panel.players.edit'] as const) : []),
    ...(activated === undefined ? [] : (['panel.players.activate'] as const)),
  ]
}

export function editsOf(player: Player, changes: FieldChanges, now: number): FieldEdit[] {
  const { username = player.username, email = player.email } = changes
  const wasActivated = player.activatedAt !== null
  const { activated = wasActivated } = changes
  const wasRequired = player.passwordChangeRequiredAt !== null
  const { passwordChangeRequired: required = wasRequired } = changes
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
