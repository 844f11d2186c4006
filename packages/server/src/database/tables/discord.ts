import { column, type Row } from './column.ts'
import { asStored, INTERNAL, IS_PLAYER, instant } from './export-rules.ts'

export type DiscordBotTable = {
  id: string
  server: string | null
  token_sealed: string | null
  enabled: number
  /** `token`, `server` or `away`; null: none. */
  problem: string | null
  /** When all accounts were last marked to be checked. */
  reconciled_at: number | null
}

/** Players with a role or donor rank (`bundle_id`) get a role on Discord. */
export type DiscordMappingTable = {
  kind: string
  bundle_id: string
  discord_role: string
  problem: string | null
  problem_at: number | null
}

/** A Discord account that is linked, or was unlinked and still has roles that must be taken away. */
export type DiscordMemberTable = Row<typeof DiscordMemberTable>
export const DiscordMemberTable = {
  discord_user: column<string>(asStored('idThere')),
  player_id: column<string>(IS_PLAYER),
  /** When its roles are compared next; null: after the next change. */
  due_at: column<number | null>(instant('checkedNextAt')),
  /** 1 if only a reconciliation requested the comparison; other accounts then go first. */
  routine: column<number>(INTERNAL),
  /** Counts changes: a change that arrives during a comparison causes another comparison. */
  mark: column<number>(INTERNAL),
  marked_at: column<number>(instant('changedAt')),
}
