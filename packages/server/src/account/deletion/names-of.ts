import type { Player } from '../../players/player.ts'
import type { Rename } from './tombstone-store.ts'

/** The names of a player and their addresses, now and before. */
export type Names = { usernames: string[]; addresses: string[] }

/** Reads what names a player in what was written about it. */
export function namesOf(
  { username, email }: Pick<Player, 'username' | 'email'>,
  renames: readonly Rename[],
): Names {
  const former = renames.flatMap(
    ({ action, before, after }) =>
      [before, after]
        .flatMap((text) => text?.split(', without ') ?? [])
        .filter((text) => action !== 'player.activated' || text.includes('@')), // else true or false
  )
  const all = [...new Set([username, ...(email === null ? [] : [email]), ...former])]
  return {
    usernames: all.filter((name) => !name.includes('@')),
    addresses: all.filter((name) => name.includes('@')),
  }
}
