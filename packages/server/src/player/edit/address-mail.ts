import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

/** Tells the old address that an administrator replaced it. */
export function addressReplacedMail(about: Occasion, address: string): Mail {
  return mailToPlayer('address-replaced', about, {
    en: {
      subject: `Your address was changed: ${about.siteName}`,
      paragraphs: [
        `An administrator changed the e-mail address of your account to ${address}. From now on, mails go there.`,
        'If you did not ask for this, contact the administration.',
      ],
    },
    ru: {
      subject: `Ваш адрес изменён: ${about.siteName}`,
      paragraphs: [
        `Администрация указала для вашего аккаунта другой адрес: ${address}. Теперь письма приходят туда.`,
        'Если вы об этом не просили, напишите администрации.',
      ],
    },
  })
}
