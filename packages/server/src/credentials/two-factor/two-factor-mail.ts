import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

export function twoFactorMail(about: MailOccasion & { url: string; enabled: boolean }): Mail {
  const { siteName } = about.site
  const { enabled } = about
  return mailToPlayer('two-factor', about, {
    en: {
      subject: `Two-factor authentication is ${enabled ? 'on' : 'off'}: ${siteName}`,
      paragraphs: [
        enabled
          ? 'Signing in to your account now requires a code from your app.'
          : 'Signing in to your account no longer requires a code from your app.',
        'If this was you, no action is needed. If not, change your password and contact the site’s administrators.',
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
