import { type Mail, renderMail } from '../platform/mail/mail.ts'
import type { Player } from '../player/player.ts'

/** Tells a player that signing in needs a code from now on, or no code any more. */
export function twoFactorMail(about: { player: Player; siteName: string; enabled: boolean }): Mail {
  const { player, siteName, enabled } = about
  const words = {
    en: {
      subject: `Two-factor authentication is ${enabled ? 'on' : 'off'}: ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        enabled
          ? 'Signing in to your account needs a code from your app from now on.'
          : 'Signing in to your account needs no code from your app any more.',
        'If you know nothing of it, change your password and write to the administration.',
      ],
    },
    ru: {
      subject: `Двухфакторная защита ${enabled ? 'включена' : 'выключена'}: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        enabled
          ? 'Теперь для входа в ваш аккаунт нужен код из приложения.'
          : 'Для входа в ваш аккаунт больше не нужен код из приложения.',
        'Если это были не вы, смените пароль и напишите администрации.',
      ],
    },
  }
  return renderMail({
    kind: 'two-factor',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}
