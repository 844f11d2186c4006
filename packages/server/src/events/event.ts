import type {
  ActorKind,
  EventActor,
  EventData,
  EventEnvelope,
  EventTypeName,
  eventTypes,
} from '@portal/contract/event-types'
import { type Clock, isoInstant } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'

/** An event to record. The statement that inserts it adds the names of player and actor. */
export type NewEvent = {
  id: string
  type: EventTypeName
  at: number
  playerId: string | null
  actorKind: ActorKind
  actorId: string | null
  data: string
}

export type StoredEvent = Omit<NewEvent, 'type' | 'actorKind'> & {
  number: number
  type: string
  username: string | null
  actorKind: string
  actorName: string | null
}

/** The data of an event as code emits it: the player is named by ID. */
export type EmittedData<Name extends EventTypeName> = EventData<Name> &
  ((typeof eventTypes)[Name]['aboutPlayer'] extends true ? { player: string } : unknown)

/**
 * Makes an event to record.
 * @param actor a player's ID, `command`, `api-key:<id>`, `purchase:<source>`, or null for the site itself
 */
export function newEvent<Name extends EventTypeName>(
  app: { clock: Clock; random: Random },
  type: Name,
  emitted: EmittedData<Name>,
  actor: string | null,
): NewEvent {
  const at = app.clock.now()
  const { player, ...data }: Record<string, unknown> = { ...emitted }
  const playerId = typeof player === 'string' ? player : null
  return {
    id: newSortableId(app.random, at),
    type,
    at,
    playerId,
    ...actorOf(actor, playerId),
    data: JSON.stringify(data),
  }
}

function actorOf(
  actor: string | null,
  playerId: string | null,
): Pick<NewEvent, 'actorKind' | 'actorId'> {
  if (actor === null) return { actorKind: 'system', actorId: null }
  if (actor === 'command') return { actorKind: 'command', actorId: null }
  const [kind, id] = actor.split(':', 2)
  if (kind === 'api-key' || kind === 'purchase') return { actorKind: kind, actorId: id ?? null }
  return { actorKind: actor === playerId ? 'player' : 'staff', actorId: actor }
}

/**
 * Returns the event in the form that programs receive (docs/events.md#events). A stored `url` is a path, which becomes
 * an absolute URL.
 */
export function toEnvelope(
  event: StoredEvent,
  { publicUrl }: { publicUrl: string },
): EventEnvelope {
  const { id, type, at, playerId, username, actorKind, actorName } = event
  const data: Record<string, unknown> = JSON.parse(event.data)
  const actor: EventActor = { kind: readActorKind(actorKind), name: actorName }
  return {
    id,
    type,
    timestamp: isoInstant(at),
    data: {
      ...(playerId !== null && { player: { uuid: playerId, username } }),
      actor,
      ...data,
      ...(typeof data.url === 'string' && { url: publicUrl + data.url }),
    },
  }
}

function readActorKind(text: string): ActorKind {
  const kinds: readonly ActorKind[] = ['player', 'staff', 'command', 'api-key', 'purchase']
  return kinds.find((kind) => kind === text) ?? 'system'
}
