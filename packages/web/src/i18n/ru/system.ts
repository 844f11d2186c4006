import type en from '../en/system.ts'

const ru: typeof en = {
  systemPage: {
    about: 'Проверка работы сайта.',
    again: 'Проверить снова',
    checkedAt: 'Проверено {when}',
    fine: 'Всё в порядке.',
    troubles:
      '{n} пункт требует внимания. | {n} пункта требуют внимания. | {n} пунктов требуют внимания.',
    checks: 'Проверки',
    states: { bad: 'Плохо', warning: 'Внимание', unknown: 'Неизвестно', good: 'Хорошо' },
    yourAddress: 'Ваш адрес, каким его видит сайт',
    yourAddressHint:
      'Если это адрес прокси, а не ваш, задайте TRUST_PROXY: лимиты считаются по этому адресу.',
    site: 'Сайт',
    siteAddress: 'Адрес',
    version: 'Версия',
    startedAt: 'Запущен',
    instances: 'Серверов',
  },
}

export default ru
