import type { Other } from '../accounts.ts'
import { accounts } from '../accounts.ts'
import type { Content } from '../content/content.ts'
import type { DemoSite, Member } from '../demo-site.ts'

/** The site, and the players who have registered so far by name. */
export type Cast = {
  site: DemoSite
  content: Content
  owner: Member
  members: Map<string, Member>
}

/** An action of players or administrators, and how many days before the present it happens. */
export type Event = { daysAgo: number; happen(cast: Cast): Promise<unknown> }

export function memberOf({ members }: Cast, username: Other): Member {
  return found(members, username)
}

export function moderatorOf({ members }: Cast): Member {
  return found(members, accounts.moderator.username)
}

export function playerOf({ members }: Cast): Member {
  return found(members, accounts.player.username)
}

function found(members: ReadonlyMap<string, Member>, username: string): Member {
  const member = members.get(username)
  if (!member) throw new Error(`${username} has not registered yet`)
  return member
}
