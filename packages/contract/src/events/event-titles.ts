import type { Words } from '../locale.ts'

/** The title of every event type. Separate from the shapes, so that pages do not load a validator. */
export const eventTitles = {
  'player.registered': { en: 'Player registered', ru: 'Регистрация игрока' },
  'player.activated': { en: 'Account confirmed', ru: 'Аккаунт подтверждён' },
  'player.deleted': { en: 'Player deleted', ru: 'Игрок удалён' },
  'player.renamed': { en: 'Player renamed', ru: 'Смена ника' },
  'player.banned': { en: 'Player banned', ru: 'Игрок заблокирован' },
  'player.unbanned': { en: 'Ban ended', ru: 'Блокировка снята' },
  'player.roles_changed': { en: 'Roles changed', ru: 'Роли изменены' },
  'player.group_given': { en: 'Rank given', ru: 'Привилегия выдана' },
  'player.group_ended': { en: 'Rank ended', ru: 'Привилегия закончилась' },
  'player.balance_changed': { en: 'Balance changed', ru: 'Баланс изменён' },
  'player.texture_changed': { en: 'Skin or cape changed', ru: 'Скин или плащ изменён' },
  'player.password_changed': { en: 'Password changed', ru: 'Пароль изменён' },
  'player.email_changed': { en: 'E-mail changed', ru: 'Почта изменена' },
  'player.two_factor_changed': {
    en: 'Two-factor authentication changed',
    ru: 'Двухфакторная защита изменена',
  },
  'player.linked': { en: 'Account of a service linked', ru: 'Аккаунт сервиса привязан' },
  'player.unlinked': { en: 'Account of a service unlinked', ru: 'Аккаунт сервиса отвязан' },
  'session.opened': { en: 'Signed in', ru: 'Вход' },
  'session.closed': { en: 'Session closed', ru: 'Сессия завершена' },
  'role.changed': { en: 'Role changed', ru: 'Роль изменена' },
  'group.changed': { en: 'Donor rank changed', ru: 'Привилегия изменена' },
  'groups.ordered': { en: 'Donor ranks reordered', ru: 'Порядок привилегий изменён' },
  'news.published': { en: 'News published', ru: 'Новость опубликована' },
  'news.changed': { en: 'News changed', ru: 'Новость изменена' },
  'news.deleted': { en: 'News deleted', ru: 'Новость удалена' },
  'settings.changed': { en: 'Settings changed', ru: 'Настройки изменены' },
  'purchase.received': { en: 'Purchase received', ru: 'Покупка получена' },
  'purchase.refunded': { en: 'Purchase refunded', ru: 'Покупка возвращена' },
  'players.imported': { en: 'Players imported', ru: 'Игроки перенесены' },
} as const satisfies Record<string, Words>

export type EventTypeName = keyof typeof eventTitles

export const eventTypeNames: readonly EventTypeName[] = Object.keys(eventTitles).filter(isEventType)

export function isEventType(name: string): name is EventTypeName {
  return Object.hasOwn(eventTitles, name)
}
