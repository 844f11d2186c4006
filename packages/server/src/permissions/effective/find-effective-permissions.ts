import type { Node } from '@portal/contract/node'
import type { Db } from '../../database/database.ts'
import { remembering } from '../../platform/cache/memoize.ts'
import type { Player } from '../../players/player.ts'
import { storedNodes } from '../parse-nodes.ts'
import type { HeldGroup, Source, Standing } from './effective.ts'
import { findHolder, type HeldRow, listHeld, listHeldAhead } from './effective-store.ts'
import type { Outlook } from './permission-forecast.ts'

type WhoHolds = Pick<Player, 'id' | 'activatedAt' | 'superuserAt'>

/** Finds what a player holds at this instant; it is read from the database every time. */
export async function findStanding(db: Db, player: WhoHolds, now: number): Promise<Standing> {
  return toStanding(player, await listHeld(db, player.id, now))
}

/** Finds what a player holds at this instant, and what begins and ends later. */
export async function findOutlook(db: Db, player: WhoHolds, now: number): Promise<Outlook> {
  return toOutlook(player, await listHeldAhead(db, player.id, now), now)
}

export function toOutlook(player: WhoHolds, held: readonly HeldRow[], now: number): Outlook {
  const begun = held.filter(({ startsAt }) => (startsAt ?? now) <= now)
  return { now, standing: toStanding(player, begun), ahead: toStanding(player, held) }
}

/** Finds a player by id or name, and what they hold at this instant. */
export async function findPlayerWithStanding(
  db: Db,
  whose: { id: string } | { username: string },
  now: number,
): Promise<{ player: Player; standing: Standing } | undefined> {
  const found = await findHolder(db, whose, now)
  return found && { player: found.player, standing: readStanding(found.player, found.held) }
}

const MOST_KEPT = 500
const standings = new Map<string, Standing>()

/** Orders what was read from the database; the same text is ordered only once. */
function readStanding(player: WhoHolds, held: string): Standing {
  const words = `${player.activatedAt === null} ${player.superuserAt === null} ${held}`
  const known = standings.get(words)
  if (known) return known
  const rows: HeldRow[] = JSON.parse(held)
  const standing = toStanding(player, rows)
  if (standings.size >= MOST_KEPT) standings.clear()
  standings.set(words, standing)
  return standing
}

/** Puts what a player holds into tiers (docs/contract.md#who-decides). */
export function toStanding(player: WhoHolds, held: readonly HeldRow[]): Standing {
  const of = (kind: HeldRow['kind']) => held.filter((row) => row.kind === kind)
  const system = (id: string) => of('system').filter((row) => row.id === id)
  const ban = of('ban').sort(longestFirst)[0]
  const roles = of('role').sort((a, b) => b.priority - a.priority || byId(a, b))
  const restrictions = [
    ...(ban ? system('banned') : []),
    ...(player.activatedAt === null ? system('unactivated') : []),
  ]

  return {
    superuser: player.superuserAt !== null,
    roles: [...roles, ...system('default')].map(({ id, name, priority }) => ({
      id,
      name,
      priority,
    })),
    groups: toGroups(of('group')),
    ban: ban && { reason: ban.text, expiresAt: ban.endsAt },
    restrictions: restrictions.map(denialsOf),
    tiers: [
      of('personal').map(singleNode),
      [...of('group').map(nodesOf), ...of('donate').map(singleNode)],
      ...tiersOfRoles(roles),
      system('default').map(nodesOf),
    ],
  }
}

/** Makes one tier of all roles with the same priority. */
function tiersOfRoles(roles: readonly HeldRow[]): Source[][] {
  return [...Map.groupBy(roles, ({ priority }) => priority).values()].map((tier) =>
    tier.map(nodesOf),
  )
}

/** Merges several grants of a group into one that ends with the last of them. */
function toGroups(rows: readonly HeldRow[]): HeldGroup[] {
  const byGroup = Map.groupBy(rows, ({ id }) => id)
  return [...byGroup.values()]
    .flatMap((grants) => grants.sort(longestFirst).slice(0, 1))
    .map(({ id, name, endsAt }) => ({ id, name, expiresAt: endsAt }))
    .sort(byId)
}

function nodesOf(row: HeldRow): Source {
  const kind = row.kind === 'group' ? 'group' : 'role'
  return { name: `${kind}:${row.id}`, nodes: parseNodes(row.text), ...timesOf(row) }
}

/** Keeps only the denials of a system role, because a restriction never allows anything. */
function denialsOf(row: HeldRow): Source {
  const { name, nodes, ...times } = nodesOf(row)
  return { name, nodes: nodes.filter((node) => !node.allows), ...times }
}

function singleNode(row: HeldRow): Source {
  return { name: row.kind, nodes: storedNodes([row.text]), ...timesOf(row) }
}

function timesOf({ startsAt = null, endsAt }: HeldRow): Pick<Source, 'startsAt' | 'endsAt'> {
  return { startsAt, endsAt }
}

/** The text of a bundle's nodes is read from the database each time, but parsed only once. */
const parseNodes = remembering(1000, (json): readonly Node[] => storedNodes(JSON.parse(json)))

function longestFirst(a: HeldRow, b: HeldRow): number {
  return (b.endsAt ?? Number.POSITIVE_INFINITY) - (a.endsAt ?? Number.POSITIVE_INFINITY) || 0
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
