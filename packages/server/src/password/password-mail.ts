import { type Mail, renderMail } from '../platform/mail/mail.ts'
import type { Player } from '../player/player.ts'

type Occasion = { player: Player; siteName: string; url: string }

/** The link that lets a player choose a new password (contract, Events). */
export function resetMail({ player, siteName, url }: Occasion): Mail {
  const words = {
    en: {
      subject: `New password for ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        'Open this link to choose a new password. It counts once and for one hour.',
        'If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
      button: { label: 'Choose a new password', url },
    },
    ru: {
      subject: `Новый пароль: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        'Откройте эту ссылку, чтобы задать новый пароль. Она действует один раз и один час.',
        'Если вы этого не просили, просто не отвечайте: пароль останется прежним.',
      ],
      button: { label: 'Задать новый пароль', url },
    },
  } as const
  return renderMail({
    kind: 'reset',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}

/** Tells a player that his password is another one now. */
export function passwordChangedMail({ player, siteName, url }: Occasion): Mail {
  const words = {
    en: {
      subject: `Your password was changed: ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        'The password of your account was changed.',
        'If it was not you, choose a new one at once by "Forgot password".',
      ],
      button: { label: 'Open the site', url },
    },
    ru: {
      subject: `Пароль изменён: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        'Пароль вашего аккаунта изменён.',
        'Если это были не вы, сейчас же задайте новый через «Забыли пароль».',
      ],
      button: { label: 'Открыть сайт', url },
    },
  } as const
  return renderMail({
    kind: 'password-changed',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}
