import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { Words } from '../locale.ts'
import { InstantOrNull, Uuid } from '../shapes.ts'
import { type EventTypeName, eventTitles } from './event-titles.ts'

export { type EventTypeName, eventTypeNames, isEventType } from './event-titles.ts'

export type EventPlayer = Static<typeof EventPlayer>
export const EventPlayer = Type.Object({
  uuid: Uuid,
  username: Type.Union([Type.String(), Type.Null()], {
    description: 'the name when the event happened; null for a deleted player',
  }),
})

export type ActorKind = Static<typeof ActorKind>
const ActorKind = Type.Union([
  Type.Literal('player'),
  Type.Literal('staff'),
  Type.Literal('command'),
  Type.Literal('api-key'),
  Type.Literal('purchase'),
  Type.Literal('system'),
])

/** The author of a change: `player` if it is the player of the event, `staff` for any other player. */
export type EventActor = Static<typeof EventActor>
export const EventActor = Type.Object({
  kind: ActorKind,
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'null for commands, the site itself and deleted players',
  }),
})

/** How a rank was given or ended. */
export type GrantSource = Static<typeof GrantSource>
const GrantSource = Type.Union([
  Type.Literal('staff'),
  Type.Literal('purchase'),
  Type.Literal('expiry'),
  Type.Literal('api-key'),
])

const Id = Type.String()
const Name = Type.Union([Type.String(), Type.Null()], { description: 'null for a deleted player' })
const Group = {
  group: Type.String({ description: 'id' }),
  until: InstantOrNull,
  source: GrantSource,
}
const News = { id: Id, title: Type.String(), url: Type.String() }

/** The rank or amount that a product gave or took back; null: nothing. */
export type PurchaseReward = Static<typeof PurchaseReward>
export const PurchaseReward = Type.Union([
  Type.Object({ group: Id, days: Type.Union([Type.Number(), Type.Null()]) }),
  Type.Object({
    currency: Type.Union([Type.Literal('real'), Type.Literal('virtual')]),
    amount: Type.Number(),
  }),
  Type.Null(),
])
const Purchase = {
  source: Type.String(),
  payment: Type.String({ description: 'id at the shop' }),
  product: Type.String({ description: 'id at the shop' }),
  given: PurchaseReward,
}

type EventType<Data extends TProperties> = Words & { aboutPlayer: boolean; data: TObject<Data> }

function aboutPlayer<Data extends TProperties>(title: Words, data: Data) {
  return { ...title, aboutPlayer: true as const, data: Type.Object(data) }
}

function aboutSite<Data extends TProperties>(title: Words, data: Data) {
  return { ...title, aboutPlayer: false as const, data: Type.Object(data) }
}

/** Every event type, with its data in addition to `player` and `actor` (docs/events.md#events). */
export const eventTypes = {
  'player.registered': aboutPlayer(eventTitles['player.registered'], {}),
  'player.activated': aboutPlayer(eventTitles['player.activated'], {}),
  'player.deleted': aboutPlayer(eventTitles['player.deleted'], {}),
  'player.renamed': aboutPlayer(eventTitles['player.renamed'], { from: Name, to: Name }),
  'player.banned': aboutPlayer(eventTitles['player.banned'], {
    reason: Type.String(),
    until: InstantOrNull,
  }),
  'player.unbanned': aboutPlayer(eventTitles['player.unbanned'], {
    reason: Type.String(),
    until: InstantOrNull,
  }),
  'player.roles_changed': aboutPlayer(eventTitles['player.roles_changed'], {
    added: Type.Array(Type.String()),
    removed: Type.Array(Type.String()),
  }),
  'player.group_given': aboutPlayer(eventTitles['player.group_given'], Group),
  'player.group_ended': aboutPlayer(eventTitles['player.group_ended'], Group),
  'player.balance_changed': aboutPlayer(eventTitles['player.balance_changed'], {
    currency: Type.Union([Type.Literal('real'), Type.Literal('virtual')]),
    from: Type.Number(),
    to: Type.Number(),
    reason: Type.String(),
  }),
  'player.texture_changed': aboutPlayer(eventTitles['player.texture_changed'], {
    kind: Type.Union([Type.Literal('skin'), Type.Literal('cape')]),
    url: Type.Union([Type.String(), Type.Null()], { description: 'null: removed' }),
  }),
  'player.password_changed': aboutPlayer(eventTitles['player.password_changed'], {}),
  'player.email_changed': aboutPlayer(eventTitles['player.email_changed'], {}),
  'player.two_factor_changed': aboutPlayer(eventTitles['player.two_factor_changed'], {}),
  'player.linked': aboutPlayer(eventTitles['player.linked'], { provider: Id }),
  'player.unlinked': aboutPlayer(eventTitles['player.unlinked'], { provider: Id }),
  'session.opened': aboutPlayer(eventTitles['session.opened'], {
    session: Id,
    device: Type.String(),
  }),
  'session.closed': aboutPlayer(eventTitles['session.closed'], {
    session: Id,
    device: Type.String(),
  }),
  'role.changed': aboutSite(eventTitles['role.changed'], { id: Id }),
  'group.changed': aboutSite(eventTitles['group.changed'], { id: Id }),
  'groups.ordered': aboutSite(eventTitles['groups.ordered'], {
    ids: Type.Array(Id, { description: 'all donor ranks, first to last' }),
  }),
  'news.published': aboutSite(eventTitles['news.published'], News),
  'news.changed': aboutSite(eventTitles['news.changed'], News),
  'news.deleted': aboutSite(eventTitles['news.deleted'], News),
  'settings.changed': aboutSite(eventTitles['settings.changed'], {
    names: Type.Array(Type.String()),
  }),
  'purchase.received': aboutPlayer(eventTitles['purchase.received'], Purchase),
  'purchase.refunded': aboutPlayer(eventTitles['purchase.refunded'], Purchase),
  'players.imported': aboutSite(eventTitles['players.imported'], {
    source: Type.String(),
    imported: Type.Integer(),
    updated: Type.Integer(),
  }),
} as const satisfies Record<EventTypeName, EventType<TProperties>>

/** The data of an event in addition to `player` and `actor`. */
export type EventData<Name extends EventTypeName> = Static<(typeof eventTypes)[Name]['data']>

/** An event as other programs receive it. */
export type EventEnvelope = {
  id: string
  type: string
  timestamp: string
  data: { player?: EventPlayer; actor: EventActor } & Record<string, unknown>
}
