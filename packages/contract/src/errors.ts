/**
 * Every refusal and failure a client can receive: its HTTP status and the one sentence shown to a
 * person. Area B answers with the code alone (contract, Errors).
 */
export const refusals = {
  'request.invalid': {
    status: 400,
    en: 'Some fields are missing or not in the right form.',
    ru: 'Некоторые поля не заполнены или заполнены неверно.',
  },
  'request.notfound': {
    status: 404,
    en: 'There is nothing at this address.',
    ru: 'По этому адресу ничего нет.',
  },
  'request.method': {
    status: 405,
    en: 'This address does not answer that method.',
    ru: 'Этот адрес не отвечает на такой метод.',
  },
  'request.toolarge': {
    status: 413,
    en: 'The request is too large.',
    ru: 'Запрос слишком большой.',
  },
  'request.mediatype': {
    status: 415,
    en: 'The body has to be JSON (application/json), or a form where a file is sent (multipart/form-data).',
    ru: 'Тело запроса должно быть в формате JSON (application/json), а при отправке файла — формой (multipart/form-data).',
  },
  'request.toomany': {
    status: 429,
    en: 'Too many requests. Please try again later.',
    ru: 'Слишком много запросов. Попробуйте позже.',
  },
  'captcha.invalid': {
    status: 400,
    en: 'Please complete the captcha once more.',
    ru: 'Пройдите проверку капчи ещё раз.',
  },
  'captcha.unavailable': {
    status: 503,
    en: 'The captcha cannot be checked right now. Please try again in a moment.',
    ru: 'Сейчас не получается проверить капчу. Попробуйте через несколько секунд.',
  },
  'auth.unauthorized': {
    status: 401,
    en: 'Please sign in.',
    ru: 'Войдите в аккаунт.',
  },
  'auth.forbidden': {
    status: 403,
    en: 'You are not allowed to do this.',
    ru: 'У вас нет права на это действие.',
  },
  'auth.crosssite': {
    status: 403,
    en: 'This request came from another site.',
    ru: 'Этот запрос пришёл с чужого сайта.',
  },
  'auth.csrf': {
    status: 403,
    en: 'The X-CSRF-Token header does not match the portal_csrf cookie.',
    ru: 'Заголовок X-CSRF-Token не совпадает с cookie portal_csrf.',
  },
  'auth.wrongcredentials': {
    status: 401,
    en: 'Wrong login or password.',
    ru: 'Неверный логин или пароль.',
  },
  'auth.toomanyattempts': {
    status: 429,
    en: 'Too many failed sign-ins. Please wait a little.',
    ru: 'Слишком много неудачных попыток входа. Подождите немного.',
  },
  'auth.require2fa': {
    status: 401,
    en: 'Please enter the code from your authenticator app.',
    ru: 'Введите код из приложения-аутентификатора.',
  },
  'auth.wrong2fa': {
    status: 401,
    en: 'This code is wrong or was used already.',
    ru: 'Код неверный или уже использован.',
  },
  'auth.2faenabled': {
    status: 409,
    en: 'Two-factor authentication is on already.',
    ru: 'Двухфакторная защита уже включена.',
  },
  'auth.wrongcode': {
    status: 400,
    en: 'This code is wrong.',
    ru: 'Неверный код.',
  },
  'auth.codeexpired': {
    status: 400,
    en: 'This code does not count any more. Please ask for a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  'auth.alreadyactivated': {
    status: 409,
    en: 'The address is confirmed already.',
    ru: 'Адрес уже подтверждён.',
  },
  'auth.linkexpired': {
    status: 400,
    en: 'This link does not count any more. Please ask for a new one.',
    ru: 'Эта ссылка больше не действует. Запросите новую.',
  },
  'auth.sessionexpired': {
    status: 401,
    en: 'The session is over. Please sign in again.',
    ru: 'Сессия завершена. Войдите снова.',
  },
  'auth.tokenreplaced': {
    status: 401,
    en: 'This refresh token has just been replaced by a newer one.',
    ru: 'Этот токен обновления только что заменён новым.',
  },
  'auth.tokenreused': {
    status: 401,
    en: 'This refresh token was used before, so the session was closed. Please sign in again.',
    ru: 'Этот токен обновления уже использовали, поэтому сессия закрыта. Войдите снова.',
  },
  'auth.usernotactivated': {
    status: 403,
    en: 'Please confirm your e-mail address first.',
    ru: 'Сначала подтвердите адрес электронной почты.',
  },
  'auth.passwordchangerequired': {
    status: 403,
    en: 'Please change your password first.',
    ru: 'Сначала смените пароль.',
  },
  'setup.linkexpired': {
    status: 400,
    en: 'This link does not count any more, or the site is set up already.',
    ru: 'Эта ссылка больше не действует, или сайт уже настроен.',
  },
  'auth.registrationclosed': {
    status: 403,
    en: 'Registration is closed.',
    ru: 'Регистрация закрыта.',
  },
  'auth.usernametaken': {
    status: 409,
    en: 'This name is taken.',
    ru: 'Это имя занято.',
  },
  'auth.emailtaken': {
    status: 409,
    en: 'An account with this e-mail address exists already.',
    ru: 'Аккаунт с таким адресом почты уже есть.',
  },
  'password.wrong': {
    status: 400,
    en: 'This is not your password.',
    ru: 'Это не ваш пароль.',
  },
  'password.short': {
    status: 400,
    en: 'The password needs at least 8 characters.',
    ru: 'Пароль должен быть не короче 8 символов.',
  },
  'password.long': {
    status: 400,
    en: 'The password may have at most 128 characters.',
    ru: 'Пароль должен быть не длиннее 128 символов.',
  },
  'password.common': {
    status: 400,
    en: 'This password is among the first that anybody would guess.',
    ru: 'Этот пароль угадают одним из первых.',
  },
  'password.repeated': {
    status: 400,
    en: 'The password only repeats itself.',
    ru: 'Пароль состоит из повторений одного и того же.',
  },
  'password.sequence': {
    status: 400,
    en: 'The password is made of letters, digits or keys that follow one another.',
    ru: 'Пароль состоит из букв, цифр или клавиш, идущих подряд.',
  },
  'password.context': {
    status: 400,
    en: "The password must not contain your name, your e-mail address or the site's name.",
    ru: 'Пароль не должен содержать ваше имя, адрес почты или название сайта.',
  },
  'password.breached': {
    status: 400,
    en: 'This password is known from a data leak. Please choose another one.',
    ru: 'Этот пароль известен из утечки данных. Придумайте другой.',
  },
  'session.notfound': {
    status: 404,
    en: 'There is no such session.',
    ru: 'Такой сессии нет.',
  },
  'auth.invalidkey': {
    status: 401,
    en: 'The API key is missing, unknown or revoked.',
    ru: 'Ключ API не указан, неизвестен или отозван.',
  },
  'auth.untrustedaddress': {
    status: 403,
    en: 'This API key may not be used from this address.',
    ru: 'С этого адреса ключ API использовать нельзя.',
  },
  'auth.usernotfound': {
    status: 404,
    en: 'There is no such player.',
    ru: 'Такого игрока нет.',
  },
  'auth.wrongpassword': {
    status: 401,
    en: 'Wrong password.',
    ru: 'Неверный пароль.',
  },
  'auth.userblocked': {
    status: 403,
    en: 'The account is banned.',
    ru: 'Аккаунт заблокирован.',
  },
  'player.notfound': {
    status: 404,
    en: 'There is no such player.',
    ru: 'Такого игрока нет.',
  },
  'player.lastsuperuser': {
    status: 409,
    en: 'Nobody would be left who may do everything.',
    ru: 'Не осталось бы никого с полными правами.',
  },
  'role.notfound': {
    status: 404,
    en: 'There is no such role.',
    ru: 'Такой роли нет.',
  },
  'role.system': {
    status: 409,
    en: 'This role belongs to the site: it cannot be deleted or given.',
    ru: 'Это системная роль: её нельзя удалить или выдать.',
  },
  'group.notfound': {
    status: 404,
    en: 'There is no such donate group.',
    ru: 'Такой донат-группы нет.',
  },
  'bundle.taken': {
    status: 409,
    en: 'A role or donate group with this id exists already.',
    ru: 'Роль или донат-группа с таким идентификатором уже есть.',
  },
  'grant.notfound': {
    status: 404,
    en: 'The player has no such running donate group.',
    ru: 'У игрока нет такой действующей донат-группы.',
  },
  'permission.notfound': {
    status: 404,
    en: 'The player has no such personal permission.',
    ru: 'У игрока нет такого личного права.',
  },
  'permission.notassignable': {
    status: 400,
    en: 'Permissions of the namespace kernel belong to API keys alone.',
    ru: 'Права из пространства kernel выдаются только ключам API.',
  },
  'ban.notfound': {
    status: 404,
    en: 'The player is not banned.',
    ru: 'Игрок не заблокирован.',
  },
  'balance.insufficient': {
    status: 409,
    en: 'The balance would fall below zero.',
    ru: 'Баланс стал бы отрицательным.',
  },
  'apikey.notfound': {
    status: 404,
    en: 'There is no such API key.',
    ru: 'Такого ключа API нет.',
  },
  'news.notfound': {
    status: 404,
    en: 'There is no such news item.',
    ru: 'Такой новости нет.',
  },
  'mail.notfound': {
    status: 404,
    en: 'There is no such mail.',
    ru: 'Такого письма нет.',
  },
  'texture.notfound': {
    status: 404,
    en: 'There is no such texture.',
    ru: 'Такой текстуры нет.',
  },
  'texture.notpng': {
    status: 400,
    en: 'This is not a PNG picture.',
    ru: 'Это не картинка в формате PNG.',
  },
  'texture.toolarge': {
    status: 400,
    en: 'The picture may have at most 1 MiB.',
    ru: 'Картинка может весить не больше 1 МиБ.',
  },
  'texture.size': {
    status: 400,
    en: 'A skin is 64×64 or 64×32 pixels, a cape 64×32, 22×17 or 46×22, or a multiple of that.',
    ru: 'Скин должен быть 64×64 или 64×32 пикселя, плащ — 64×32, 22×17 или 46×22, либо кратен этим размерам.',
  },
  'texture.hdnotallowed': {
    status: 403,
    en: 'You may not use pictures of a higher resolution.',
    ru: 'Вам недоступны картинки высокого разрешения.',
  },
  'texture.broken': {
    status: 400,
    en: 'The picture is damaged.',
    ru: 'Картинка повреждена.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side.',
    ru: 'Что-то сломалось на нашей стороне.',
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
} as const satisfies Record<string, { status: number; en: string; ru: string }>

export type ErrorCode = keyof typeof refusals

/** Languages the site speaks. */
export type Locale = 'ru' | 'en'

/**
 * What a person is told about a field that broke its schema, by JSON Schema keyword; a field's own
 * sentence (`username.pattern`) wins. `{limit}` is the schema's number.
 */
export const fieldSentences: Record<string, { en: string; ru: string }> = {
  required: { en: 'This field is required.', ru: 'Это поле обязательно.' },
  type: { en: 'This field has the wrong type.', ru: 'У этого поля неверный тип.' },
  minLength: { en: 'This field must not be empty.', ru: 'Это поле не должно быть пустым.' },
  maxLength: {
    en: 'At most {limit} characters are allowed.',
    ru: 'Допускается не больше {limit} символов.',
  },
  form: {
    en: 'The form is not valid multipart/form-data.',
    ru: 'Форма не является корректной multipart/form-data.',
  },
  json: { en: 'The body is not valid JSON.', ru: 'Тело запроса не является корректным JSON.' },
  pattern: { en: 'This field is not in the right form.', ru: 'Это поле заполнено неверно.' },
  node: {
    en: 'A permission is words of Latin letters, digits, _ and - joined by dots; * stands for any word, - in front denies.',
    ru: 'Право — слова из латинских букв, цифр, _ и -, соединённые точками; * заменяет любое слово, - впереди запрещает.',
  },
  repeated: { en: 'This is here twice.', ru: 'Это указано дважды.' },
  oneOf: { en: 'Exactly one of these is needed.', ru: 'Нужно указать ровно одно из этих полей.' },
  past: { en: 'This instant has to be ahead.', ru: 'Этот момент должен быть в будущем.' },
  money: {
    en: 'An amount has at most two decimals and is below ten billion.',
    ru: 'Сумма — не больше двух знаков после запятой и меньше десяти миллиардов.',
  },
  'siteName.setting': {
    en: 'A name has 1 to 64 characters on one line.',
    ru: 'Название — от 1 до 64 символов в одну строку.',
  },
  'accentColor.setting': {
    en: 'A colour is written as #1f6f5c.',
    ru: 'Цвет записывается так: #1f6f5c.',
  },
  'logoUrl.setting': {
    en: 'This is an http or https address, or a path from / on.',
    ru: 'Укажите адрес http или https либо путь, начиная с /.',
  },
  'launcherBuilds.setting': {
    en: 'A build has 1 to 64 Latin letters, digits and the signs _ . -',
    ru: 'Сборка — от 1 до 64 латинских букв, цифр и знаков _ . -',
  },
  'limit.pattern': {
    en: 'This is a whole number from 1 up.',
    ru: 'Это целое число, начиная с 1.',
  },
  'cursor.pattern': {
    en: 'This page does not exist. Please begin from the first one.',
    ru: 'Такой страницы нет. Начните с первой.',
  },
  'title.markup': {
    en: 'Nothing is left of this title without its markup.',
    ru: 'Без разметки от этого заголовка ничего не остаётся.',
  },
  'body.links': {
    en: 'There are too many links in this text.',
    ru: 'В этом тексте слишком много ссылок.',
  },
  'publishedAt.instant': {
    en: 'An instant is written as 2030-01-01T12:00:00Z.',
    ru: 'Момент записывается так: 2030-01-01T12:00:00Z.',
  },
  address: {
    en: 'This is neither an IP address nor a network as 203.0.113.0/24.',
    ru: 'Это не IP-адрес и не сеть вида 203.0.113.0/24.',
  },
  url: {
    en: 'This is neither an address (https://…) nor a path of this site (/…).',
    ru: 'Это не адрес (https://…) и не путь на этом сайте (/…).',
  },
  'username.pattern': {
    en: 'A name has 3 to 16 Latin letters, digits and underscores.',
    ru: 'Имя состоит из 3–16 латинских букв, цифр и знаков подчёркивания.',
  },
  'email.pattern': {
    en: 'This is not an e-mail address.',
    ru: 'Это не адрес электронной почты.',
  },
}

/** What a person is told about a field that broke its schema, or a rule of its own. */
export function fieldSentence(
  fault: { field: string; keyword: string; limit?: number },
  locale: Locale,
): string {
  const { field, keyword, limit = '' } = fault
  const sentence =
    fieldSentences[`${field}.${keyword}`] ?? fieldSentences[keyword] ?? fieldSentences.pattern
  return sentence?.[locale].replace('{limit}', String(limit)) ?? ''
}
