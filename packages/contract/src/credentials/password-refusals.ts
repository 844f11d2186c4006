import type { Sentences } from '../definitions.ts'

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
    ru: 'Пароль не должен содержать ваше имя, адрес почты или название сайта.',
  },
  'password.breached': {
    status: 400,
    en: 'This password has appeared in a data leak. Please choose a different one.',
    ru: 'Этот пароль известен из утечки данных. Придумайте другой.',
  },
} as const satisfies Sentences
