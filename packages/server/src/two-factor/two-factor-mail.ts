import type { Mail } from '../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../mail/mail-to-player.ts'

/** Tells a player that signing in needs a code from now on, or no code any more. */
export function twoFactorMail(about: Occasion & { enabled: boolean }): Mail {
  const { siteName, enabled } = about
  return mailToPlayer('two-factor', about, {
    en: {
      subject: `Two-factor authentication is ${enabled ? 'on' : 'off'}: ${siteName}`,
      paragraphs: [
        enabled
          ? 'Signing in to your account needs a code from your app from now on.'
          : 'Signing in to your account needs no code from your app any more.',
        'If you know nothing of it, change your password and write to the administration.',
      ],
    },
    ru: {
      subject: `Двухфакторная защита ${enabled ? 'включена' : 'выключена'}: ${siteName}`,
      paragraphs: [
        enabled
          ? 'Теперь для входа в ваш аккаунт нужен код из приложения.'
          : 'Для входа в ваш аккаунт больше не нужен код из приложения.',
        'Если это были не вы, смените пароль и напишите администрации.',
      ],
    },
  })
}
