import type { Sentences } from './sentences.ts'

/** What the panel and whoever edits players, roles, groups, keys and news is refused with. */
export const panelRefusals = {
  'player.notfound': {
    status: 404,
    en: 'There is no such player.',
    ru: 'Такого игрока нет.',
  },
  'player.lastsuperuser': {
    status: 409,
    en: 'Nobody would be left who may do everything.',
    ru: 'Не осталось бы никого с полными правами.',
  },
  'role.notfound': {
    status: 404,
    en: 'There is no such role.',
    ru: 'Такой роли нет.',
  },
  'role.system': {
    status: 409,
    en: 'This role belongs to the site: it cannot be deleted or given.',
    ru: 'Это системная роль: её нельзя удалить или выдать.',
  },
  'group.notfound': {
    status: 404,
    en: 'There is no such donate group.',
    ru: 'Такой донат-группы нет.',
  },
  'bundle.taken': {
    status: 409,
    en: 'A role or donate group with this id exists already.',
    ru: 'Роль или донат-группа с таким идентификатором уже есть.',
  },
  'grant.notfound': {
    status: 404,
    en: 'The player has no such running donate group.',
    ru: 'У игрока нет такой действующей донат-группы.',
  },
  'permission.notfound': {
    status: 404,
    en: 'The player has no such personal permission.',
    ru: 'У игрока нет такого личного права.',
  },
  'permission.notassignable': {
    status: 400,
    en: 'Permissions of the namespace kernel belong to API keys alone.',
    ru: 'Права из пространства kernel выдаются только ключам API.',
  },
  'ban.notfound': {
    status: 404,
    en: 'The player is not banned.',
    ru: 'Игрок не заблокирован.',
  },
  'balance.insufficient': {
    status: 409,
    en: 'The balance would fall below zero.',
    ru: 'Баланс стал бы отрицательным.',
  },
  'apikey.notfound': {
    status: 404,
    en: 'There is no such API key.',
    ru: 'Такого ключа API нет.',
  },
  'news.notfound': {
    status: 404,
    en: 'There is no such news item.',
    ru: 'Такой новости нет.',
  },
  'mail.notfound': {
    status: 404,
    en: 'There is no such mail.',
    ru: 'Такого письма нет.',
  },
} as const satisfies Sentences
