import type { Db } from '../../database/database.ts'
import type { StoredEvent } from '../../events/event.ts'
import { listEvents } from '../../events/event-store.ts'
import { advanceProgress, lockProgress } from '../../events/progress-store.ts'
import { HOUR } from '../../platform/clock.ts'
import { DISCORD, type Mapping } from './discord.ts'
import { advanceReconciliation, listMappings, readBot } from './discord-store.ts'
import { markAll, markPlayers } from './member-store.ts'

const EVENTS_AT_ONCE = 500
const NIGHT = 3 * HOUR
const DAY = 24 * HOUR

const ABOUT_ROLES: ReadonlySet<string> = new Set([
  'player.registered',
  'player.activated',
  'player.deleted',
  'player.banned',
  'player.unbanned',
  'player.roles_changed',
  'player.group_given',
  'player.group_ended',
  'player.linked',
  'player.unlinked',
  'session.opened',
])

/**
 * Marks the accounts that new events concern. The marks and the number of the last event are stored in one transaction,
 * so no event is lost when the process is killed.
 * @returns whether there may be more events
 */
export async function markFromEvents(db: Db, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const position = await lockProgress(tx, DISCORD)
    const events = await listEvents(tx, position, EVENTS_AT_ONCE)
    const last = events.at(-1)
    if (!last) return false
    const mark = { now, isRoutine: false }
    if (concernsAll(events, await listMappings(tx))) await markAll(tx, mark)
    else await markPlayers(tx, playersOf(events), mark)
    await advanceProgress(tx, DISCORD, last.number)
    return events.length === EVENTS_AT_ONCE
  })
}

function playersOf(events: readonly StoredEvent[]): string[] {
  const ids = events.flatMap(({ type, playerId }) =>
    ABOUT_ROLES.has(type) && playerId !== null ? [playerId] : [],
  )
  return [...new Set(ids)]
}

/** Whether an event concerns all players: an import, or a change of a mapped role or rank. */
function concernsAll(events: readonly StoredEvent[], mappings: readonly Mapping[]): boolean {
  return events.some(({ type, data }) => {
    if (type === 'players.imported') return true
    if (type !== 'role.changed' && type !== 'group.changed') return false
    const { id }: { id?: string } = JSON.parse(data)
    return mappings.some((mapping) => `${mapping.kind}.changed` === type && mapping.id === id)
  })
}

/** Marks all accounts once a night, by the first process that tries. */
export async function markNightly(db: Db, now: number): Promise<void> {
  const { reconciledAt: found } = await readBot(db)
  const nightOf = (at: number): number => Math.floor((at - NIGHT) / DAY)
  if (found !== null && nightOf(found) >= nightOf(now)) return
  await db.transaction().execute(async (tx) => {
    if (await advanceReconciliation(tx, { found, now })) await markAll(tx, { now, isRoutine: true })
  })
}
