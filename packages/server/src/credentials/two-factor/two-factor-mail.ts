import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

/** Tells a player that signing in now needs a code, or no longer does. */
export function twoFactorMail(about: Occasion & { url: string; enabled: boolean }): Mail {
  const { siteName } = about.site
  const { enabled } = about
  return mailToPlayer('two-factor', about, {
    en: {
      subject: `Two-factor authentication is ${enabled ? 'on' : 'off'}: ${siteName}`,
      paragraphs: [
        enabled
          ? 'From now on, signing in to your account takes a code from your app.'
          : 'Signing in to your account no longer takes a code from your app.',
        'If it was you, there is nothing to do. If not, change your password and tell the site’s administrators.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Двухфакторная защита ${enabled ? 'включена' : 'выключена'}: ${siteName}`,
      paragraphs: [
        enabled
          ? 'Теперь для входа в ваш аккаунт нужен код из приложения.'
          : 'Для входа в ваш аккаунт больше не нужен код из приложения.',
        'Если это вы, ничего делать не нужно. Если нет, смените пароль и напишите администрации.',
      ],
      button: 'Открыть сайт',
    },
  })
}
