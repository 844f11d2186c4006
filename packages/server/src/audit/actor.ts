import type { ReauthenticationFactor } from '@portal/contract'

export type Actor = {
  /** A player's id, `command` for the command line, or `api-key:<id>`. */
  actor: string
  ip: string | null
  /** Absent if the endpoint does not check it; commands need none. */
  reauthentication?: Reauthentication
}

/** Whether a player re-authenticated recently, or the accepted ways; every factor of one inner list is required. */
export type Reauthentication =
  | { isRecent: true }
  | { isRecent: false; methods: readonly (readonly ReauthenticationFactor[])[] }

export type AnonymousActor = { actor: null; ip: string | null }

export const COMMAND_LINE: Actor = { actor: 'command', ip: null }
