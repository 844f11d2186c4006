import type { Locale, Words } from './locale.ts'
import { rangeMessage } from './setting-range.ts'
import { isSettingName, settingDefinitions } from './settings.ts'

const permissionSetId = {
  en: 'Use at most 32 characters: a–z, 0–9, - and _.',
  ru: 'Только a–z, 0–9, - и _, не больше 32 символов.',
}

const PORT = {
  en: 'A port is a number from 1 to 65535.',
  ru: 'Порт — число от 1 до 65535.',
}

const REDIRECT_URI = {
  en: 'An address begins with https://, http://127.0.0.1, http://[::1] or the scheme of a program, such as org.example.app:. It has no # and no password.',
  ru: 'Адрес начинается с https://, http://127.0.0.1, http://[::1] или со схемы программы, например org.example.app:. В нём нет # и пароля.',
}

/**
 * Messages about invalid fields, by JSON Schema keyword. A message for a single field (`username.pattern`) takes
 * precedence. `{limit}` is the number in the schema.
 */
export const fieldMessages: Record<string, { en: string; ru: string }> = {
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
  pattern: { en: 'This field is invalid.', ru: 'Это поле заполнено неверно.' },
  node: {
    en: 'A permission consists of words of Latin letters, digits, _ and -, joined by dots; * stands for any word, and a leading - denies.',
    ru: 'Право состоит из слов (латинские буквы, цифры, _ и -), соединённых точками; * заменяет любое слово, а - в начале запрещает.',
  },
  insidehost: {
    en: 'This host is in the internal network of the server. Add it to ALLOW_PRIVATE_HOSTS first.',
    ru: 'Этот адрес находится во внутренней сети. Сначала добавьте его в ALLOW_PRIVATE_HOSTS.',
  },
  insideserver: {
    en: 'Only a superuser can enter an address in the internal network of the server.',
    ru: 'Указать адрес во внутренней сети может только суперпользователь.',
  },
  repeated: { en: 'This is listed twice.', ru: 'Это указано дважды.' },
  oneOf: { en: 'Exactly one of these is required.', ru: 'Нужно указать ровно одно из этих полей.' },
  past: { en: 'This time must be in the future.', ru: 'Это время должно быть в будущем.' },
  money: {
    en: 'An amount has at most two decimal places and is at most ten billion.',
    ru: 'Сумма — не больше десяти миллиардов, не больше двух знаков после запятой.',
  },
  'limit.pattern': {
    en: 'This must be a whole number, at least 1.',
    ru: 'Это должно быть целое число не меньше 1.',
  },
  'cursor.pattern': {
    en: 'This page does not exist. Please start from the first one.',
    ru: 'Такой страницы нет. Начните с первой.',
  },
  'title.markup': {
    en: 'This title is empty without its markup.',
    ru: 'Без разметки этот заголовок пуст.',
  },
  links: {
    en: 'This text contains too many links.',
    ru: 'В этом тексте слишком много ссылок.',
  },
  untitled: {
    en: 'Enter a title.',
    ru: 'Введите заголовок.',
  },
  unagreed: {
    en: 'You must agree to this to create an account.',
    ru: 'Без согласия аккаунт создать нельзя.',
  },
  outdated: {
    en: 'This text has changed. Please read it again.',
    ru: 'Текст изменился. Прочитайте его ещё раз.',
  },
  tooYoung: {
    en: 'Accounts are for people who are at least {limit} years old.',
    ru: 'Аккаунт можно завести, если вам уже исполнилось {limit}.',
  },
  unasked: {
    en: 'Only a published page that requires agreement can have a new version.',
    ru: 'Новая версия возможна только у опубликованной страницы, которая требует согласия.',
  },
  'slug.pattern': {
    en: 'Use a–z and 0–9, with - between them.',
    ru: 'Только a–z и 0–9; между ними может стоять дефис.',
  },
  'publishedAt.instant': {
    en: 'Enter a time such as 2030-01-01T12:00:00Z.',
    ru: 'Укажите время в виде 2030-01-01T12:00:00Z.',
  },
  address: {
    en: 'This is neither an IP address nor a network such as 203.0.113.0/24.',
    ru: 'Это не IP-адрес и не сеть вида 203.0.113.0/24.',
  },
  url: {
    en: 'This is neither an address (https://…) nor a path on this site (/…).',
    ru: 'Это не адрес (https://…) и не путь на этом сайте (/…).',
  },
  picture: {
    en: 'This picture is not on the site any more. Please upload it again.',
    ru: 'Этой картинки на сайте больше нет. Загрузите её ещё раз.',
  },
  unshown: {
    en: 'Browsers do not show pictures from an http:// address here. Please upload the picture instead.',
    ru: 'Картинки по адресу http:// браузеры здесь не показывают. Загрузите картинку на сайт.',
  },
  'username.pattern': {
    en: 'A name must be 3 to 16 Latin letters, digits or underscores.',
    ru: 'Ник состоит из 3–16 латинских букв, цифр и знаков подчёркивания.',
  },
  'id.pattern': permissionSetId,
  'group.pattern': permissionSetId,
  'role.pattern': permissionSetId,
  'roles.pattern': permissionSetId,
  'name.pattern': {
    en: 'Enter a name of 1 to 64 characters on one line.',
    ru: 'Введите название: от 1 до 64 символов в одну строку.',
  },
  'color.pattern': {
    en: 'Enter a color such as #1f6f5c.',
    ru: 'Укажите цвет в виде #1f6f5c.',
  },
  'icon.enum': {
    en: 'Choose an icon of the list.',
    ru: 'Выберите иконку из списка.',
  },
  'name.minLength': { en: 'Enter a name.', ru: 'Введите название.' },
  'title.minLength': { en: 'Enter a title.', ru: 'Введите заголовок.' },
  'reason.pattern': { en: 'Enter a reason.', ru: 'Укажите причину.' },
  'priority.type': {
    en: 'Enter a whole number, such as 10.',
    ru: 'Введите целое число, например 10.',
  },
  'expiresAt.pattern': { en: 'Choose a day and a time.', ru: 'Выберите день и время.' },
  'host.pattern': {
    en: 'Enter a server name such as smtp.example.org.',
    ru: 'Укажите имя сервера, например smtp.example.org.',
  },
  'port.minimum': PORT,
  'port.maximum': PORT,
  'port.type': PORT,
  'from.pattern': {
    en: 'This is not a valid e-mail address.',
    ru: 'Это не адрес электронной почты.',
  },
  'password.again': {
    en: 'Enter the password again: it is kept only for the same server and user.',
    ru: 'Введите пароль ещё раз: он хранится только для прежнего сервера и пользователя.',
  },
  'issuer.issuer': {
    en: 'Enter the https address of the issuer, or for Microsoft a tenant such as common.',
    ru: 'Укажите адрес издателя (issuer) с https, а для Microsoft — клиент (tenant), например common.',
  },
  'clientId.bot': {
    en: 'Enter the number of the Telegram bot. A bot token must belong to the same bot.',
    ru: 'Укажите номер бота Telegram. Токен должен быть от того же бота.',
  },
  'clientId.pattern': {
    en: 'Enter the client ID of the service, without spaces.',
    ru: 'Укажите идентификатор приложения (client ID) без пробелов.',
  },
  'redirectUris.format': REDIRECT_URI,
  'redirectUris.minItems': {
    en: 'Enter at least one address.',
    ru: 'Укажите хотя бы один адрес.',
  },
  'postLogoutRedirectUris.format': REDIRECT_URI,
  'backchannelLogoutUri.format': {
    en: 'Enter an https address.',
    ru: 'Укажите адрес с https.',
  },
  'backchannelLogoutUri.insidehost': {
    en: 'Enter an https address of the internet, or first add its host to “Hosts for webhooks” in the settings.',
    ru: 'Укажите адрес https в интернете или сначала добавьте хост в «Хосты для вебхуков» в настройках.',
  },
  'clientSecret.pattern': {
    en: 'Enter the client secret of the service, without spaces.',
    ru: 'Укажите секрет приложения (client secret) без пробелов.',
  },
  'email.pattern': {
    en: 'Enter an address such as name@example.org.',
    ru: 'Укажите адрес вида name@example.org.',
  },
}

/** Returns the message about an invalid field. */
export function fieldMessage(
  fault: { field: string; keyword: string; limit?: number },
  locale: Locale,
): string {
  const { field, keyword, limit = '' } = fault
  const message =
    (keyword === 'setting' ? settingMessage(field) : fieldMessages[`${field}.${keyword}`]) ??
    fieldMessages[keyword] ??
    fieldMessages.pattern
  return message?.[locale].replace('{limit}', String(limit)) ?? ''
}

function settingMessage(name: string): Words | undefined {
  return isSettingName(name) ? rangeMessage(settingDefinitions[name]) : undefined
}
