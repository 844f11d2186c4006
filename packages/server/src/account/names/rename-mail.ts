import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion, readableInstant } from '../../mail/mail-to-player.ts'
import { DAY } from '../../platform/clock.ts'
import { NAME_KEPT } from '../../players/name-store.ts'

/** Tells a player, by the new name, that it is theirs now, and what becomes of the old one. */
export function renamedMail(
  about: Occasion & { url: string; before: string; isKept: boolean; now: number },
): Mail {
  const { before, isKept, now } = about
  const { username } = about.player
  const { siteName } = about.site
  const until = (locale: 'en' | 'ru') => readableInstant(now + NAME_KEPT, locale)
  const days = NAME_KEPT / DAY
  return mailToPlayer('renamed', about, {
    en: {
      subject: `You are ${username} now: ${siteName}`,
      paragraphs: [
        `Your name was ${before}, from now on it is ${username}. Sign in with the new one, on the site and in the launcher.`,
        ...(isKept
          ? [
              `For ${days} days, until ${until('en')}, nobody else can take ${before}, and you may go back to it. Then it is free for anybody.`,
            ]
          : []),
        'If it was not you, change your password right away and write to the site’s administrators.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Теперь вы ${username}: ${siteName}`,
      paragraphs: [
        `Раньше вас звали ${before}, теперь — ${username}. На сайт и в лаунчер входите с новым именем.`,
        ...(isKept
          ? [
              `${days} дней, до ${until('ru')}, имя ${before} никто другой не займёт, и к нему можно вернуться. Потом его сможет взять любой.`,
            ]
          : []),
        'Если это сделали не вы, сразу смените пароль и напишите администрации сайта.',
      ],
      button: 'Открыть сайт',
    },
  })
}
