import type { Check } from './check.ts'

export const settingsCheck: Check = {
  id: 'settings',
  title: { ru: 'Настройки окружения', en: 'Environment settings' },
  run({ wrongSettings }) {
    if (wrongSettings.length === 0) {
      return {
        state: 'good',
        detail: { ru: 'Все значения подходят.', en: 'Every value is valid.' },
      }
    }
    const list = wrongSettings.join('; ')
    return {
      state: 'bad',
      detail: { ru: `Сайт не запустится: ${list}`, en: `The site will not start: ${list}` },
      advice: {
        ru: 'Исправьте значение в .env или окружении. Остальное проверено со значением по умолчанию.',
        en: 'Correct the value in .env or the environment. Everything else was checked with its default.',
      },
    }
  },
}
