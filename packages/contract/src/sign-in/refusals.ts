import type { RefusalDefinitions } from '../refusal.ts'

export const signInRefusals = {
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
    en: 'Wrong name, e-mail or password.',
    ru: 'Неверный ник, почта или пароль.',
  },
  'auth.toomanyattempts': {
    status: 429,
    en: 'Too many failed sign-in attempts. Please wait a moment.',
    ru: 'Слишком много неудачных попыток входа. Подождите немного.',
  },
  'auth.require2fa': {
    status: 401,
    en: 'Please enter the code from your authenticator app.',
    ru: 'Введите код из приложения-аутентификатора.',
  },
  'auth.wrong2fa': {
    status: 401,
    en: 'This code is wrong or has already been used.',
    ru: 'Код неверный или уже использован.',
  },
  'auth.2faenabled': {
    status: 409,
    en: 'Two-factor authentication is already on.',
    ru: 'Двухфакторная защита уже включена.',
  },
  'auth.norecoverycodes': {
    status: 409,
    en: 'Recovery codes require two-factor authentication and must be turned on for the site.',
    ru: 'Для резервных кодов нужна двухфакторная защита, и они должны быть включены на сайте.',
  },
  'auth.wrongcode': {
    status: 400,
    en: 'This code is wrong.',
    ru: 'Неверный код.',
  },
  'auth.codeexpired': {
    status: 400,
    en: 'This code is no longer valid. Please request a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  'auth.alreadyactivated': {
    status: 409,
    en: 'The address is already confirmed.',
    ru: 'Адрес уже подтверждён.',
  },
  'auth.linkexpired': {
    status: 400,
    en: 'This link is no longer valid. Please request a new one.',
    ru: 'Эта ссылка больше не действует. Запросите новую.',
  },
  'auth.sessionexpired': {
    status: 401,
    en: 'Your session has ended. Please sign in again.',
    ru: 'Сессия завершена. Войдите снова.',
  },
  'auth.tokenreplaced': {
    status: 401,
    en: 'This refresh token has just been replaced by a newer one.',
    ru: 'Этот токен обновления только что заменён новым.',
  },
  'auth.tokenreused': {
    status: 401,
    en: 'This refresh token had already been used, so the session was closed. Please sign in again.',
    ru: 'Этот токен обновления уже использовали, поэтому сессия закрыта. Войдите снова.',
  },
  'auth.2farequired': {
    status: 403,
    en: 'To open the panel, confirm this session with a second factor: a code or a passkey.',
    ru: 'Панель откроется, когда вы подтвердите вход вторым фактором: кодом или ключом доступа.',
  },
  'auth.proofrequired': {
    status: 403,
    en: 'Please enter your password again.',
    ru: 'Введите пароль ещё раз.',
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
  'auth.consentrequired': {
    status: 403,
    en: 'Please agree to the rules on the site first.',
    ru: 'Сначала примите правила на сайте.',
  },
} as const satisfies RefusalDefinitions
