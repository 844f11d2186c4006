import type { RefusalDefinitions } from '../refusal.ts'

export const sessionRefusals = {
  'session.notfound': {
    status: 404,
    en: 'There is no such session.',
    ru: 'Такой сессии нет.',
  },
} as const satisfies RefusalDefinitions
