import type { Locale, Words } from '../locale.ts'
import type { EventTypeName } from './event-titles.ts'

/** The subject of a message, which decides its color. */
export type MessageKind = 'good' | 'bad' | 'neutral'

type MessageText = Words & { kind: MessageKind; placeholders: readonly string[] }

const PLAYER = ['player', 'actor'] as const
const RANK = [...PLAYER, 'rank', 'until'] as const
const PURCHASE = [...PLAYER, 'source', 'payment', 'product', 'given'] as const
const NEWS = ['title', 'url', 'actor'] as const

/**
 * The default message about each event type, in Discord's Markdown, and the names of the placeholders that a message
 * about this type may contain in braces.
 */
export const messageTexts = {
  'player.registered': {
    kind: 'good',
    placeholders: PLAYER,
    en: '{player} has registered.',
    ru: 'Зарегистрирован игрок {player}.',
  },
  'player.activated': {
    kind: 'good',
    placeholders: PLAYER,
    en: 'The account of {player} is confirmed.',
    ru: 'Аккаунт игрока {player} подтверждён.',
  },
  'player.deleted': {
    kind: 'bad',
    placeholders: PLAYER,
    en: 'The account of {player} is deleted.',
    ru: 'Аккаунт удалён: {player}.',
  },
  'player.renamed': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'from', 'to'],
    en: '{from} is now {to}.',
    ru: 'Новый ник: {from} → {to}.',
  },
  'player.banned': {
    kind: 'bad',
    placeholders: [...PLAYER, 'reason', 'until'],
    en: '{player} is banned {until}.\nReason: {reason}',
    ru: 'Игрок {player} заблокирован {until}.\nПричина: {reason}',
  },
  'player.unbanned': {
    kind: 'good',
    placeholders: [...PLAYER, 'reason'],
    en: '{player} is no longer banned.',
    ru: 'Игрок {player} разблокирован.',
  },
  'player.roles_changed': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'added', 'removed'],
    en: 'Roles of {player}\nAdded: {added}\nRemoved: {removed}',
    ru: 'Роли игрока {player}\nДобавлены: {added}\nУбраны: {removed}',
  },
  'player.group_given': {
    kind: 'good',
    placeholders: RANK,
    en: '{player} has the rank {rank} {until}.',
    ru: 'Игрок {player} получает привилегию {rank} {until}.',
  },
  'player.group_ended': {
    kind: 'neutral',
    placeholders: RANK,
    en: 'The rank {rank} of {player} has ended.',
    ru: 'У игрока {player} закончилась привилегия {rank}.',
  },
  'player.balance_changed': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'currency', 'from', 'to', 'reason'],
    en: '{player}, {currency}: {from} → {to}\nReason: {reason}',
    ru: '{player}, {currency}: {from} → {to}\nПричина: {reason}',
  },
  'player.texture_changed': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'kind', 'url'],
    en: '{player} has changed the {kind}.',
    ru: 'У игрока {player} изменён {kind}.',
  },
  'player.password_changed': {
    kind: 'neutral',
    placeholders: PLAYER,
    en: 'The password of {player} has changed.',
    ru: 'Пароль игрока {player} изменён.',
  },
  'player.email_changed': {
    kind: 'neutral',
    placeholders: PLAYER,
    en: 'The e-mail address of {player} has changed.',
    ru: 'Почта игрока {player} изменена.',
  },
  'player.two_factor_changed': {
    kind: 'neutral',
    placeholders: PLAYER,
    en: 'The two-factor authentication of {player} has changed.',
    ru: 'Двухфакторная защита игрока {player} изменена.',
  },
  'player.linked': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'provider'],
    en: '{player} has linked an account of {provider}.',
    ru: 'К аккаунту игрока {player} привязан {provider}.',
  },
  'player.unlinked': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'provider'],
    en: 'An account of {provider} is unlinked from {player}.',
    ru: 'От аккаунта игрока {player} отвязан {provider}.',
  },
  'session.opened': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'device'],
    en: '{player} has signed in: {device}.',
    ru: 'Вход игрока {player}: {device}.',
  },
  'session.closed': {
    kind: 'neutral',
    placeholders: [...PLAYER, 'device'],
    en: 'A session of {player} is closed: {device}.',
    ru: 'Сессия игрока {player} завершена: {device}.',
  },
  'role.changed': {
    kind: 'neutral',
    placeholders: ['role', 'actor'],
    en: 'The role {role} has changed.',
    ru: 'Роль {role} изменена.',
  },
  'group.changed': {
    kind: 'neutral',
    placeholders: ['rank', 'actor'],
    en: 'The rank {rank} has changed.',
    ru: 'Привилегия {rank} изменена.',
  },
  'groups.ordered': {
    kind: 'neutral',
    placeholders: ['ranks', 'actor'],
    en: 'The order of the ranks has changed: {ranks}',
    ru: 'Порядок привилегий изменён: {ranks}',
  },
  'news.published': { kind: 'good', placeholders: NEWS, en: '**{title}**', ru: '**{title}**' },
  'news.changed': { kind: 'neutral', placeholders: NEWS, en: '**{title}**', ru: '**{title}**' },
  'news.deleted': { kind: 'bad', placeholders: NEWS, en: '**{title}**', ru: '**{title}**' },
  'settings.changed': {
    kind: 'neutral',
    placeholders: ['names', 'actor'],
    en: '{names}',
    ru: '{names}',
  },
  'purchase.received': {
    kind: 'good',
    placeholders: PURCHASE,
    en: '{player} has bought {given}.',
    ru: 'Покупка игрока {player}: {given}.',
  },
  'purchase.refunded': {
    kind: 'bad',
    placeholders: PURCHASE,
    en: 'A purchase of {player} is refunded: {given}.',
    ru: 'Возврат покупки игрока {player}: {given}.',
  },
  'players.imported': {
    kind: 'good',
    placeholders: ['source', 'imported', 'updated', 'actor'],
    en: 'New: {imported}\nUpdated: {updated}',
    ru: 'Новых: {imported}\nОбновлено: {updated}',
  },
} as const satisfies Record<EventTypeName, MessageText>

export const MAX_MESSAGE_TEXT = 1000

/** Returns the message that the owner wrote for an event type; otherwise the default message. */
export function messageTextOf(
  type: EventTypeName,
  locale: Locale,
  written: Readonly<Record<string, string>>,
): string {
  return written[type] ?? messageTexts[type][locale]
}

/** Returns the first placeholder of a text that its event type does not have; undefined if there is none. */
export function findUnknownPlaceholder(type: EventTypeName, text: string): string | undefined {
  const known: readonly string[] = messageTexts[type].placeholders
  return placeholdersOf(text).find((name) => !known.includes(name))
}

/** Returns the text with every placeholder replaced by its value. `read` gets the name without braces. */
export function fillPlaceholders(text: string, read: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => read(name))
}

const PLACEHOLDER = /\{([^{}\n]*)\}/g

export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)
}
