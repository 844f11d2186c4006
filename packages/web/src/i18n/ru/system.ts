import type en from '../en/system.ts'

const ru: typeof en = {
  systemPage: {
    about: 'Проверки работы сайта.',
    again: 'Проверить снова',
    checkedAt: 'Проверено {when}',
    fine: 'Всё в порядке.',
    goodOnes: '{n} проверка пройдена | {n} проверки пройдены | {n} проверок пройдено',
    toSettings: 'Открыть настройки',
    troubles:
      '{n} проверка требует внимания. | {n} проверки требуют внимания. | {n} проверок требуют внимания.',
    checks: 'Проверки',
    states: { bad: 'Ошибка', warning: 'Внимание', unknown: 'Неизвестно', good: 'В порядке' },
    yourAddress: 'Ваш IP-адрес, каким его видит сайт',
    yourAddressHint:
      'Если это адрес прокси, а не ваш, задайте TRUST_PROXY: лимиты считаются отдельно для каждого адреса.',
    site: 'Сайт',
    siteAddress: 'Адрес',
    version: 'Версия',
    startedAt: 'Запущен',
    instances: 'Серверов',
  },
}

export default ru
