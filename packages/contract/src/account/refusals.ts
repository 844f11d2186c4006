import type { RefusalDefinitions } from '../refusal.ts'

export const consentRefusals = {
  'consent.outdated': {
    status: 409,
    en: 'This text has changed. Please read it again.',
    ru: 'Текст изменился. Прочитайте его ещё раз.',
  },
} as const satisfies RefusalDefinitions

export const registrationRefusals = {
  'auth.registrationclosed': {
    status: 403,
    en: 'Registration is closed.',
    ru: 'Регистрация закрыта.',
  },
  'auth.usernametaken': {
    status: 409,
    en: 'This name is taken.',
    ru: 'Этот ник занят.',
  },
  'auth.emailtaken': {
    status: 409,
    en: 'An account with this e-mail address already exists.',
    ru: 'Аккаунт с таким адресом почты уже есть.',
  },
  'auth.noemail': {
    status: 409,
    en: 'Your account has no e-mail address yet.',
    ru: 'К вашему аккаунту ещё не привязана почта.',
  },
} as const satisfies RefusalDefinitions

export const nameRefusals = {
  'name.kept': {
    status: 409,
    en: 'This name is reserved for the player who had it before.',
    ru: 'Этот ник пока закреплён за игроком, который носил его раньше.',
  },
  'name.off': {
    status: 409,
    en: 'Names cannot be changed on this site.',
    ru: 'На этом сайте нельзя сменить ник.',
  },
  'name.same': {
    status: 409,
    en: 'You already have this name.',
    ru: 'У вас уже этот ник.',
  },
  'name.toosoon': {
    status: 409,
    en: 'You changed your name recently. Please try again later.',
    ru: 'Вы недавно меняли ник. Попробуйте позже.',
  },
  'name.pricechanged': {
    status: 409,
    en: 'The price has changed. Please check it and try again.',
    ru: 'Цена изменилась. Проверьте её и повторите.',
  },
} as const satisfies RefusalDefinitions

export const balanceRefusals = {
  'balance.insufficient': {
    status: 409,
    en: 'The balance is too low.',
    ru: 'На балансе недостаточно средств.',
  },
} as const satisfies RefusalDefinitions
