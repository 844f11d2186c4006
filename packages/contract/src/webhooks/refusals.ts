import type { RefusalDefinitions } from '../refusal.ts'

export const webhookRefusals = {
  'webhook.notfound': {
    status: 404,
    en: 'There is no such webhook.',
    ru: 'Такого вебхука нет.',
  },
  'webhook.deliverynotfound': {
    status: 404,
    en: 'There is no such delivery, or its event is no longer stored.',
    ru: 'Такой доставки нет, или её событие уже удалено.',
  },
  'webhook.address': {
    status: 400,
    en: 'Enter an https address of the internet without a password. For a host inside the network, a superuser can add it to “Hosts for webhooks” in the settings.',
    ru: 'Укажите адрес https в интернете, без пароля. Хост внутри сети может разрешить суперпользователь: «Хосты для вебхуков» в настройках.',
  },
  'webhook.placeholder': {
    status: 400,
    en: 'A text has a placeholder that its event does not have. Use only those listed below the text.',
    ru: 'В тексте есть подстановка, которой у этого события нет. Используйте только перечисленные под текстом.',
  },
  'webhook.toomany': {
    status: 409,
    en: 'There are already 200 webhooks. Delete one first.',
    ru: 'Вебхуков уже 200. Сначала удалите один.',
  },
} as const satisfies RefusalDefinitions
