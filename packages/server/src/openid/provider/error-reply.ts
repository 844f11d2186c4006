import type { Words } from '@portal/contract'
import type { App } from '../../app.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import type { Context } from './library.ts'
import { sendSitePage } from './page-reply.ts'

type Failure = { error: string; error_description?: string }

const TITLE: Words = { en: 'Sign-in has failed', ru: 'Войти не получилось' }
const HOME: Words = { en: 'Go to the home page', ru: 'На главную' }
const DETAILS: Words = {
  en: 'For the administrator of the application:',
  ru: 'Для администратора приложения:',
}
const REASONS: Record<string, Words> = {
  invalid_client: {
    en: 'The site does not know this application, or it was revoked.',
    ru: 'Сайт не знает этого приложения, или оно отозвано.',
  },
  invalid_redirect_uri: {
    en: 'The application wants to send you to an address that is not registered for it.',
    ru: 'Приложение хочет отправить вас на адрес, который для него не указан.',
  },
  temporarily_unavailable: {
    en: 'Too many sign-ins began from your network. Please try again in a minute.',
    ru: 'Из вашей сети слишком часто начинают вход. Попробуйте ещё раз через минуту.',
  },
  server_error: {
    en: 'The site could not complete the sign-in. Please try again in a minute.',
    ru: 'Сайт не смог завершить вход. Попробуйте ещё раз через минуту.',
  },
}
const OTHER_REASON: Words = {
  en: 'The request of the application is not valid. Return to the application and start again.',
  ru: 'Запрос приложения неверен. Вернитесь в него и начните заново.',
}

/**
 * Returns the function that shows an error on a page. It is used for errors that cannot be sent to the client, such as
 * an unknown client or redirect URL.
 */
export function errorPage(app: Pick<App, 'settings'>) {
  return async (
    ctx: Context,
    { error, error_description: description }: Failure,
  ): Promise<void> => {
    const details = [error, ...(description ? [description] : [])].join(': ')
    await sendSitePage(app, ctx, {
      title: TITLE,
      body: (locale) => `<p>${(REASONS[error] ?? OTHER_REASON)[locale]}</p>
        <p><a href="/">${HOME[locale]}</a></p>
        <p class="details">${DETAILS[locale]}<br><code>${escapedXml(details)}</code></p>`,
    })
  }
}
