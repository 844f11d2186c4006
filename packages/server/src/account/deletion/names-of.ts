import type { Player } from '../../players/player.ts'
import type { NameChange } from './tombstone-store.ts'

export type PlayerNames = { usernames: string[]; addresses: string[] }

export function namesOf(
  { username, email }: Pick<Player, 'username' | 'email'>,
  nameChanges: readonly NameChange[],
): PlayerNames {
  const former = nameChanges.flatMap(
    ({ action, before, after }) =>
      [before, after]
        .flatMap((text) => text?.split(', without ') ?? [])
        .filter((text) => action !== 'player.activated' || text.includes('@')), // others have `true` or `false`
  )
  const all = [...new Set([username, ...(email === null ? [] : [email]), ...former])]
  return {
    usernames: all.filter((name) => !name.includes('@')),
    addresses: all.filter((name) => name.includes('@')),
  }
}
