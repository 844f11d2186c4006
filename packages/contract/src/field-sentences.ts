import type { Locale } from './refusals/sentences.ts'

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
  'unconfirmedDays.setting': {
    en: 'This is a whole number of days from 0 to 365.',
    ru: 'Укажите целое число дней от 0 до 365.',
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
