import type { RefusalDefinitions } from '../refusal.ts'

/** Refusals of any request, and failures of the site itself. */
export const requestRefusals = {
  'request.invalid': {
    status: 400,
    en: 'Some fields are missing or invalid.',
    ru: 'Некоторые поля не заполнены или заполнены неверно.',
  },
  'request.notfound': {
    status: 404,
    en: 'There is nothing at this address.',
    ru: 'По этому адресу ничего нет.',
  },
  'request.method': {
    status: 405,
    en: 'This address does not support that method.',
    ru: 'Этот адрес не поддерживает такой метод.',
  },
  'request.toolarge': {
    status: 413,
    en: 'The request is too large.',
    ru: 'Запрос слишком большой.',
  },
  'request.mediatype': {
    status: 415,
    en: 'The body must be JSON (application/json), or a form (multipart/form-data) if a file is sent.',
    ru: 'Тело запроса должно быть в формате JSON (application/json), а при отправке файла — формой (multipart/form-data).',
  },
  'request.toomany': {
    status: 429,
    en: 'Too many requests. Please try again later.',
    ru: 'Слишком много запросов. Попробуйте позже.',
  },
  'request.keyused': {
    status: 409,
    en: 'This was already saved with other content. Please check the saved version before you send it again.',
    ru: 'Это уже сохранено, но с другим содержимым. Проверьте сохранённое, прежде чем отправлять ещё раз.',
  },
  'captcha.invalid': {
    status: 400,
    en: 'Please complete the captcha again.',
    ru: 'Пройдите проверку капчи ещё раз.',
  },
  'captcha.unavailable': {
    status: 503,
    en: 'The captcha cannot be checked right now. Please try again in a moment.',
    ru: 'Сейчас не получается проверить капчу. Попробуйте через несколько секунд.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side.',
    ru: 'На сайте произошла ошибка.',
  },
  overloaded: {
    status: 503,
    en: 'The site is busy right now. Please try again in a moment.',
    ru: 'Сайт сейчас перегружен. Попробуйте через несколько секунд.',
  },
  unavailable: {
    status: 503,
    en: 'The site cannot reach its database right now. Nothing was changed; please try again.',
    ru: 'Сайт сейчас не может обратиться к базе данных. Ничего не изменилось, попробуйте ещё раз.',
  },
  'unavailable.unknown': {
    status: 503,
    en: 'The site lost the connection to its database. The change may not have been saved. Try again.',
    ru: 'Сайт потерял связь с базой данных. Возможно, изменение не сохранилось. Попробуйте ещё раз.',
  },
} as const satisfies RefusalDefinitions
