import type { Sentences } from '../definitions.ts'

/** Refusals of a linked account (docs/contract.md#linked-accounts). */
export const identityRefusals = {
  'identity.providernotfound': {
    status: 404,
    en: 'The site does not sign in with this service.',
    ru: 'Вход через этот сервис на сайте не настроен.',
  },
  'identity.expired': {
    status: 400,
    en: 'This took too long, was already used, or began in another browser. Please try again.',
    ru: 'Прошло слишком много времени, попытку уже использовали или начали её в другом браузере. Попробуйте ещё раз.',
  },
  'identity.cancelled': {
    status: 400,
    en: 'Nothing was linked and nobody was signed in: the request was turned down at the other service.',
    ru: 'Ничего не изменилось: запрос отклонили на стороне сервиса.',
  },
  'identity.wrong': {
    status: 400,
    en: 'The answer of the other service was not accepted. Please try again.',
    ru: 'Ответ сервиса не подошёл. Попробуйте ещё раз.',
  },
  'identity.unavailable': {
    status: 503,
    en: 'The other service does not answer right now. Please try again later, or sign in with your password.',
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
    en: 'You have already linked an account of this service. Please remove that link first.',
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
} as const satisfies Sentences
