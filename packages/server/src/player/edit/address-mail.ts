import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

/** Tells the old address that an administrator replaced it. */
export function addressReplacedMail(about: Occasion, address: string): Mail {
  return mailToPlayer('address-replaced', about, {
    en: {
      subject: `Your address was changed: ${about.site.siteName}`,
      paragraphs: [
        `An administrator changed the address of your account to ${address}. From now on, mails go there.`,
        'Did not ask for it? Tell the site’s administrators.',
      ],
    },
    ru: {
      subject: `Почта изменена: ${about.site.siteName}`,
      paragraphs: [
        `Администратор указал для вашего аккаунта другую почту: ${address}. Теперь письма приходят туда.`,
        'Не просили об этом? Напишите администрации.',
      ],
    },
  })
}
