import { type Mail, renderMail } from '../platform/mail/mail.ts'
import type { Player } from '../player/player.ts'

/** Tells the old address that an administrator gave the account another one. */
export function addressReplacedMail(
  { player, siteName }: { player: Player; siteName: string },
  address: string,
): Mail {
  const words = {
    en: {
      subject: `Your address was changed: ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        `The administration gave your account another address: ${address}. Mails about it go there from now on.`,
        'If you did not ask for it, write to the administration.',
      ],
    },
    ru: {
      subject: `Ваш адрес изменён: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        `Администрация указала для вашего аккаунта другой адрес: ${address}. Теперь письма приходят туда.`,
        'Если вы об этом не просили, напишите администрации.',
      ],
    },
  } as const
  return renderMail({
    kind: 'address-replaced',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}
