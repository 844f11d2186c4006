import type { RefusalDefinitions } from '../refusal.ts'

/** Refusals about roles, donor ranks, grants and permissions. */
export const permissionRefusals = {
  'role.notfound': {
    status: 404,
    en: 'There is no such role.',
    ru: 'Такой роли нет.',
  },
  'role.system': {
    status: 409,
    en: 'This is a system role: it cannot be deleted, given to players or reordered.',
    ru: 'Это системная роль: её нельзя удалить, выдать или переместить.',
  },
  'group.notfound': {
    status: 404,
    en: 'There is no such donor rank.',
    ru: 'Такой привилегии нет.',
  },
  'group.listchanged': {
    status: 409,
    en: 'The list of donor ranks has changed in the meantime.',
    ru: 'Список привилегий тем временем изменился.',
  },
  'bundle.taken': {
    status: 409,
    en: 'A role or donor rank with this id already exists.',
    ru: 'Роль или привилегия с таким идентификатором уже есть.',
  },
  'grant.notfound': {
    status: 404,
    en: 'The player has no such active donor rank.',
    ru: 'У игрока нет такой действующей привилегии.',
  },
  'permission.notfound': {
    status: 404,
    en: 'The player has no such personal permission.',
    ru: 'У игрока нет такого личного права.',
  },
  'permission.notassignable': {
    status: 400,
    en: 'Permissions in the namespace kernel are reserved for API keys.',
    ru: 'Права kernel.* выдаются только ключам API.',
  },
} as const satisfies RefusalDefinitions
