import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

/** Tells the old address that an administrator gave the account another one. */
export function addressReplacedMail(about: Occasion, address: string): Mail {
  return mailToPlayer('address-replaced', about, {
    en: {
      subject: `Your address was changed: ${about.siteName}`,
      paragraphs: [
        `The administration gave your account another address: ${address}. Mails about it go there from now on.`,
        'If you did not ask for it, write to the administration.',
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
