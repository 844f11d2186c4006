import type { RefusalDefinitions } from '../refusal.ts'

/** Refusals of a password (docs/contract.md#passwords). */
export const passwordRefusals = {
  'password.wrong': {
    status: 400,
    en: 'This is not your password.',
    ru: 'Это не ваш пароль.',
  },
  'password.same': {
    status: 400,
    en: 'This is already your password. Please choose a different one.',
    ru: 'Это и есть ваш нынешний пароль. Придумайте другой.',
  },
  'password.short': {
    status: 400,
    en: 'The password must have at least 8 characters.',
    ru: 'Пароль должен быть не короче 8 символов.',
  },
  'password.long': {
    status: 400,
    en: 'The password must have at most 128 characters.',
    ru: 'Пароль должен быть не длиннее 128 символов.',
  },
  'password.common': {
    status: 400,
    en: 'This password is too easy to guess.',
    ru: 'Этот пароль слишком легко угадать.',
  },
  'password.repeated': {
    status: 400,
    en: 'The password repeats the same characters over and over.',
    ru: 'В пароле повторяются одни и те же символы.',
  },
  'password.sequence': {
    status: 400,
    en: 'The password consists of consecutive letters, digits or keys.',
    ru: 'Пароль состоит из букв, цифр или клавиш, идущих подряд.',
  },
  'password.context': {
    status: 400,
    en: "The password must not contain your name, your e-mail address or the site's name.",
    ru: 'Пароль не должен содержать ваш ник, адрес почты или название сайта.',
  },
  'password.breached': {
    status: 400,
    en: 'This password has appeared in a data leak. Please choose a different one.',
    ru: 'Этот пароль известен из утечки данных. Придумайте другой.',
  },
} as const satisfies RefusalDefinitions

/** Refusals of a passkey (docs/contract.md#passkeys). */
export const passkeyRefusals = {
  'passkey.unavailable': {
    status: 409,
    en: 'Passkeys do not work at this address of the site.',
    ru: 'По этому адресу сайта ключи доступа не работают.',
  },
  'passkey.expired': {
    status: 400,
    en: 'This took too long, or was already used. Please try again.',
    ru: 'Прошло слишком много времени, или эту попытку уже использовали. Попробуйте ещё раз.',
  },
  'passkey.unknown': {
    status: 401,
    en: 'The site does not know this passkey: it may have been removed. Please sign in with your password.',
    ru: 'Сайт не знает этого ключа доступа: возможно, его удалили. Войдите по паролю.',
  },
  'passkey.wrong': {
    status: 401,
    en: 'The passkey was not accepted. Please try again.',
    ru: 'Ключ доступа не подошёл. Попробуйте ещё раз.',
  },
  'passkey.copied': {
    status: 401,
    en: 'This passkey seems to have been copied, so it no longer works. Please sign in with your password and remove it.',
    ru: 'Похоже, этот ключ доступа скопировали, поэтому он больше не действует. Войдите по паролю и удалите его.',
  },
  'passkey.known': {
    status: 409,
    en: 'This passkey has already been added.',
    ru: 'Этот ключ доступа уже добавлен.',
  },
  'passkey.toomany': {
    status: 409,
    en: 'You have the maximum number of passkeys. Please remove one first.',
    ru: 'Больше ключей доступа добавить нельзя. Сначала удалите один из них.',
  },
  'passkey.notfound': {
    status: 404,
    en: 'There is no such passkey.',
    ru: 'Такого ключа доступа нет.',
  },
} as const satisfies RefusalDefinitions

/** Refusals of a linked account (docs/contract.md#linked-accounts). */
export const identityRefusals = {
  'identity.providernotfound': {
    status: 404,
    en: 'Signing in with this service is not available.',
    ru: 'Вход через этот сервис на сайте не настроен.',
  },
  'identity.expired': {
    status: 400,
    en: 'This took too long, was already used, or began in another browser. Please try again.',
    ru: 'Прошло слишком много времени, попытку уже использовали или начали её в другом браузере. Попробуйте ещё раз.',
  },
  'identity.cancelled': {
    status: 400,
    en: 'The request was declined at the other service. Nothing was changed.',
    ru: 'Запрос отклонён на стороне сервиса. Ничего не изменилось.',
  },
  'identity.wrong': {
    status: 400,
    en: 'The response of the other service was not accepted. Please try again.',
    ru: 'Ответ сервиса не подошёл. Попробуйте ещё раз.',
  },
  'identity.unavailable': {
    status: 503,
    en: 'The other service is not available right now. Please try again later, or sign in with your password.',
    ru: 'Сервис сейчас не отвечает. Попробуйте позже или войдите по паролю.',
  },
  'identity.notlinked': {
    status: 403,
    en: 'This account is not linked yet. Sign in with your password and link it in your account.',
    ru: 'Этот аккаунт ещё не привязан. Войдите по паролю и привяжите его в личном кабинете.',
  },
  'identity.taken': {
    status: 409,
    en: 'This account is already linked to a player of this site.',
    ru: 'Этот аккаунт уже привязан к игроку сайта.',
  },
  'identity.haveone': {
    status: 409,
    en: 'You have already linked an account of this service. Please unlink it first.',
    ru: 'Аккаунт этого сервиса у вас уже привязан. Сначала отвяжите его.',
  },
  'identity.notfound': {
    status: 404,
    en: 'You have linked no account of this service.',
    ru: 'Аккаунт этого сервиса у вас не привязан.',
  },
  'identity.slugtaken': {
    status: 409,
    en: 'There is already a service with this address.',
    ru: 'Сервис с таким адресом уже есть.',
  },
} as const satisfies RefusalDefinitions
