import type { Check } from './checkup.ts'

/** Whether a start would take every setting. */
export const settingsCheck: Check = {
  id: 'settings',
  title: { ru: 'Настройки окружения', en: 'Environment settings' },
  look({ wrongSettings }) {
    if (wrongSettings.length === 0) {
      return {
        state: 'good',
        detail: { ru: 'Все значения подходят.', en: 'Every value can be used.' },
      }
    }
    const list = wrongSettings.join('; ')
    return {
      state: 'bad',
      detail: { ru: `Сайт не запустится: ${list}`, en: `The site will not start: ${list}` },
      advice: {
        ru: 'Исправьте значение в .env или окружении. Остальное проверено со значением по умолчанию.',
        en: 'Mend the value in .env or the environment. The rest was checked with its default.',
      },
    }
  },
}
