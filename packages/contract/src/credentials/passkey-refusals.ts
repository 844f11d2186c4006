import type { Sentences } from '../definitions.ts'

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
    en: 'You have as many passkeys as are allowed. Please remove one first.',
    ru: 'Больше ключей доступа добавить нельзя. Сначала удалите один из них.',
  },
  'passkey.notfound': {
    status: 404,
    en: 'There is no such passkey.',
    ru: 'Такого ключа доступа нет.',
  },
} as const satisfies Sentences
