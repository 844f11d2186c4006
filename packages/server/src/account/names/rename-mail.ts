import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'
import { DAY } from '../../platform/clock.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'
import { NAME_RESERVATION } from '../../players/name-store.ts'

export function renamedMail(
  about: MailOccasion & { url: string; before: string; isReserved: boolean; now: number },
): Mail {
  const { before, isReserved, now } = about
  const { username } = about.player
  const { siteName } = about.site
  const until = (locale: 'en' | 'ru') => readableInstant(now + NAME_RESERVATION, locale)
  const days = NAME_RESERVATION / DAY
  return mailToPlayer('renamed', about, {
    en: {
      subject: `You are ${username} now: ${siteName}`,
      paragraphs: [
        `Your name has changed from ${before} to ${username}. Sign in with the new name, on the site and in the launcher.`,
        ...(isReserved
          ? [
              `For ${days} days, until ${until('en')}, no other player can take ${before}, and you can change back to it. After that, anyone can take it.`,
            ]
          : []),
        'If this was not you, change your password right away and write to the site’s administrators.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Теперь вы ${username}: ${siteName}`,
      paragraphs: [
        `Ваш прежний ник — ${before}, новый — ${username}. На сайт и в лаунчер входите с новым ником.`,
        ...(isReserved
          ? [
              `${days} дней, до ${until('ru')}, ник ${before} никто другой не займёт, и к нему можно вернуться. Потом его сможет взять любой.`,
            ]
          : []),
        'Если это сделали не вы, сразу смените пароль и напишите администрации сайта.',
      ],
      button: 'Открыть сайт',
    },
  })
}
