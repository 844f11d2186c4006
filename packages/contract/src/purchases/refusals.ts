import type { RefusalDefinitions } from '../refusal.ts'

export const purchaseRefusals = {
  'purchase.signature': {
    status: 403,
    en: 'The signature does not match the secret of this shop.',
    ru: 'Подпись не подходит к секрету этого магазина.',
  },
  'purchase.shopaway': {
    status: 503,
    en: 'The shop does not respond to the request for this payment. Send it again later.',
    ru: 'Магазин сейчас не отвечает на запрос об этом платеже. Повторите позже.',
  },
  'purchase.unknown': {
    status: 400,
    en: 'The shop does not know this payment.',
    ru: 'Магазин не знает такого платежа.',
  },
  'purchase.notfound': {
    status: 404,
    en: 'No such payment has been received.',
    ru: 'Такой платёж не поступал.',
  },
  'purchase.nothingheld': {
    status: 409,
    en: 'All items of this payment have been given or taken back.',
    ru: 'По этому платежу всё уже выдано или возвращено.',
  },
  'purchase.notgivable': {
    status: 409,
    en: 'Nothing can be given. Map the product first, to a rank without rights in the panel.',
    ru: 'Выдать нечего. Сначала настройте товар; привилегия не должна давать прав в панели.',
  },
  'purchase.ambiguous': {
    status: 409,
    en: 'Several shops sent a payment with this ID. Name the shop.',
    ru: 'Платёж с таким ID есть у нескольких магазинов. Укажите магазин.',
  },
  'purchase.nosource': {
    status: 404,
    en: 'There is no such shop.',
    ru: 'Такого магазина нет.',
  },
  'purchase.notmapped': {
    status: 404,
    en: 'This product is not mapped.',
    ru: 'Этот товар не настроен.',
  },
} as const satisfies RefusalDefinitions
