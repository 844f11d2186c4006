import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion, readableInstant } from '../../mail/mail-to-player.ts'

type AboutPasskey = Occasion & { url: string; name: string }

const OPEN = { en: 'Open the site', ru: 'Открыть сайт' }

/** Tells a player that a passkey was added to their account, or removed from it. */
export function passkeyMail(about: AboutPasskey & { added: boolean }): Mail {
  const { added, name } = about
  const { siteName } = about.site
  return mailToPlayer('passkey', about, {
    en: {
      subject: `A passkey was ${added ? 'added' : 'removed'}: ${siteName}`,
      paragraphs: [
        added
          ? `The passkey “${name}” was added to your account. It signs in without a password and without a code.`
          : `The passkey “${name}” was removed from your account and no longer signs in.`,
        added
          ? 'If it was you, there is nothing to do. If not, remove it on the page “Security” and change your password.'
          : 'If it was you, there is nothing to do. If not, change your password and sign out everywhere.',
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

/** Tells a player that an administrator has removed their passkeys. */
export function passkeysRemovedMail(about: Occasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('passkey', about, {
    en: {
      subject: `Your passkeys were removed: ${siteName}`,
      paragraphs: [
        'An administrator has removed all passkeys from your account. Sign in with your password, and add a passkey anew if you like.',
        'If you did not ask for it, write to the site’s administrators.',
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

/** Tells a player that one of their passkeys seems to exist twice and is refused from now on. */
export function passkeyCopiedMail(about: AboutPasskey & { ip: string | null; at: number }): Mail {
  const { player, name, ip, at } = about
  const { siteName } = about.site
  const time = readableInstant(at, player.locale)
  return mailToPlayer('passkey-copied', about, {
    en: {
      subject: `A passkey may have been copied: ${siteName}`,
      paragraphs: [
        `Your passkey “${name}” was used from the address ${ip}, ${time}, but its count did not go up as it should. Somebody may have copied it, so nobody is let in with it any more.`,
        'Sign in with your password, remove this passkey and look through your sessions.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Возможно, ключ доступа скопировали: ${siteName}`,
      paragraphs: [
        `Ключом доступа «${name}» воспользовались с адреса ${ip}, ${time}, но его счётчик не вырос, как должен. Возможно, ключ скопировали, поэтому с ним больше никого не впускают.`,
        'Войдите по паролю, удалите этот ключ и проверьте список сессий.',
      ],
      button: OPEN.ru,
    },
  })
}
