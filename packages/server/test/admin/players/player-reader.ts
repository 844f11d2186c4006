import { administrator } from '../../support/administrator.ts'
import type { Site } from '../../support/site.ts'

/** Makes an administrator with only the permission to read players. */
export function reader(site: Site) {
  return administrator(site, ['panel.players.read'], { username: 'Zoe' })
}

/** Returns the names in a list of players, in its order. */
export function namesOf(items: { username: string }[]): string[] {
  return items.map(({ username }) => username)
}
