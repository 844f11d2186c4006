import type { ReauthenticationFactor } from '@portal/contract'

export type Actor = {
  /** The author of the change: a player's ID, `command` for the command line, or `api-key:<id>`. */
  actor: string
  ip: string | null
  /**
   * The re-authentication of the player; undefined if the endpoint does not check it, and for commands, which need
   * none.
   */
  reauthentication?: Reauthentication
}

/**
 * Whether the player re-authenticated recently. If not, `methods` lists the ways to re-authenticate. Each way is a list
 * of factors, all of which are required.
 */
export type Reauthentication =
  | { isRecent: true }
  | { isRecent: false; methods: readonly (readonly ReauthenticationFactor[])[] }

export type AnonymousActor = { actor: null; ip: string | null }

export const COMMAND_LINE: Actor = { actor: 'command', ip: null }
