import type { Sentences } from './sentences.ts'

/** What is wrong with a password (contract, Passwords). */
export const passwordRefusals = {
  'password.wrong': {
    status: 400,
    en: 'This is not your password.',
    ru: 'Это не ваш пароль.',
  },
  'password.same': {
    status: 400,
    en: 'This is your present password. Please choose another one.',
    ru: 'Это ваш нынешний пароль. Придумайте другой.',
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
} as const satisfies Sentences
