import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'

type AboutPasskey = MailOccasion & { url: string; name: string }

const OPEN = { en: 'Open the site', ru: 'Открыть сайт' }

export function passkeyMail(about: AboutPasskey & { added: boolean }): Mail {
  const { added, name } = about
  const { siteName } = about.site
  return mailToPlayer('passkey', about, {
    en: {
      subject: `A passkey was ${added ? 'added' : 'removed'}: ${siteName}`,
      paragraphs: [
        added
          ? `The passkey “${name}” was added to your account. It can be used to sign in without a password or code.`
          : `The passkey “${name}” was removed from your account and can no longer be used to sign in.`,
        added
          ? 'If this was you, no action is needed. If not, remove it on the “Security” page and change your password.'
          : 'If this was you, no action is needed. If not, change your password and sign out everywhere.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Ключ доступа ${added ? 'добавлен' : 'удалён'}: ${siteName}`,
      paragraphs: [
        added
          ? `К вашему аккаунту добавлен ключ доступа «${name}». С ним можно войти без пароля и без кода.`
          : `Ключ доступа «${name}» удалён из вашего аккаунта: войти с ним больше нельзя.`,
        added
          ? 'Если это вы, ничего делать не нужно. Если нет, удалите его на странице «Безопасность» и смените пароль.'
          : 'Если это вы, ничего делать не нужно. Если нет, смените пароль и завершите все сессии.',
      ],
      button: OPEN.ru,
    },
  })
}

export function passkeysRemovedMail(about: MailOccasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('passkey', about, {
    en: {
      subject: `Your passkeys were removed: ${siteName}`,
      paragraphs: [
        'An administrator has removed all passkeys from your account. Sign in with your password; you can add a passkey again at any time.',
        'If you did not request this, contact the site’s administrators.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Ключи доступа удалены: ${siteName}`,
      paragraphs: [
        'Администратор удалил все ключи доступа из вашего аккаунта. Войдите по паролю; новый ключ можно добавить в любой момент.',
        'Если вы об этом не просили, напишите администрации сайта.',
      ],
      button: OPEN.ru,
    },
  })
}

/** Tells a player that a passkey seems to have been copied and is refused from now on. */
export function passkeyCopiedMail(about: AboutPasskey & { ip: string | null; at: number }): Mail {
  const { player, name, ip, at } = about
  const { siteName } = about.site
  const time = readableInstant(at, player.locale)
  return mailToPlayer('passkey-copied', about, {
    en: {
      subject: `A passkey may have been copied: ${siteName}`,
      paragraphs: [
        `Your passkey “${name}” was used from the address ${ip}, ${time}, but its counter did not increase as expected. It may have been copied, so it can no longer be used to sign in.`,
        'Sign in with your password, remove this passkey and check your sessions.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Возможно, ключ доступа скопировали: ${siteName}`,
      paragraphs: [
        `Ключом доступа «${name}» воспользовались с адреса ${ip}, ${time}, но его счётчик не увеличился, как должен был. Возможно, ключ скопировали, поэтому войти с ним больше нельзя.`,
        'Войдите по паролю, удалите этот ключ и проверьте список сессий.',
      ],
      button: OPEN.ru,
    },
  })
}
