import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

/**
 * Notifies a player, at the old address, that an administrator has replaced this address by `address`, or has removed
 * it if `address` is null.
 */
export function addressReplacedMail(about: MailOccasion, address: string | null): Mail {
  return mailToPlayer('address-replaced', about, {
    en: {
      subject: `Your e-mail address was changed: ${about.site.siteName}`,
      paragraphs: [
        address
          ? `An administrator changed the e-mail address of your account to ${address}. From now on, mails go there.`
          : 'An administrator removed this e-mail address from your account. You will get no more mails at this address.',
        'If you did not request this, contact the site’s administrators.',
      ],
    },
    ru: {
      subject: `Почта изменена: ${about.site.siteName}`,
      paragraphs: [
        address
          ? `Администратор указал для вашего аккаунта другую почту: ${address}. Теперь письма приходят туда.`
          : 'Администратор отвязал эту почту от вашего аккаунта. Писем на неё больше не будет.',
        'Не просили об этом? Напишите администрации.',
      ],
    },
  })
}
