import type { RefusalDefinitions } from '../refusal.ts'

export const setupRefusals = {
  'setup.linkexpired': {
    status: 400,
    en: 'This link is no longer valid, or the site is already set up.',
    ru: 'Эта ссылка больше не действует, или сайт уже настроен.',
  },
} as const satisfies RefusalDefinitions

export const backupRefusals = {
  'backup.running': {
    status: 409,
    en: 'A backup is already being created.',
    ru: 'Резервная копия уже создаётся.',
  },
  'backup.notfound': {
    status: 404,
    en: 'There is no such backup.',
    ru: 'Такой резервной копии нет.',
  },
  'backup.linkexpired': {
    status: 403,
    en: 'This link has expired. Start the download in the panel again.',
    ru: 'Ссылка больше не действует. Начните скачивание в панели ещё раз.',
  },
} as const satisfies RefusalDefinitions
