import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion, readableInstant } from '../../mail/mail-to-player.ts'
import { type Client, knownDevice } from '../../platform/network/client.ts'

type Use = Occasion & { client: Client | undefined; at: number; url: string; left: number }

/**
 * Tells a player that one of their recovery codes was used, and how many are left.
 *
 * @param about.client undefined for the launcher, where only the launcher server is known.
 */
export function recoveryCodeUsedMail(about: Use): Mail {
  const { player, client, at, left } = about
  const { siteName } = about.site
  const device = client && knownDevice(client.agent, player.locale)
  const time = readableInstant(at, player.locale)
  return mailToPlayer('recovery-code-used', about, {
    en: {
      subject: `A recovery code was used: ${siteName}`,
      paragraphs: [
        client
          ? `One of your recovery codes was used together with your password: ${device}, address ${client.ip}, ${time}.`
          : `One of your recovery codes was used together with your password in the launcher, ${time}.`,
        left > 0
          ? `It no longer works. Codes left: ${left}.`
          : 'It was the last one. Make new codes on the page “Security”.',
        'If it was not you, change your password, sign out everywhere and make new codes.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Использован резервный код: ${siteName}`,
      paragraphs: [
        client
          ? `Вместе с вашим паролем введён один из резервных кодов: ${device}, адрес ${client.ip}, ${time}.`
          : `В лаунчере вместе с вашим паролем введён один из резервных кодов, ${time}.`,
        left > 0
          ? `Больше он не действует. Осталось кодов: ${left}.`
          : 'Он был последним. Новые коды можно получить на странице «Безопасность».',
        'Если это были не вы, смените пароль, завершите все сессии и получите новые коды.',
      ],
      button: 'Открыть сайт',
    },
  })
}

/** Tells a player that their account has new recovery codes, and that earlier ones no longer work. */
export function newRecoveryCodesMail(about: Occasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('recovery-codes', about, {
    en: {
      subject: `New recovery codes: ${siteName}`,
      paragraphs: [
        'Recovery codes were made for your account. Each replaces the code from your app once; earlier ones no longer work.',
        'If it was you, there is nothing to do. If not, change your password, sign out everywhere and make new codes.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Новые резервные коды: ${siteName}`,
      paragraphs: [
        'Для вашего аккаунта созданы резервные коды. Каждый один раз заменит код из приложения; прежние больше не действуют.',
        'Если это вы, ничего делать не нужно. Если нет, смените пароль, завершите все сессии и получите новые коды.',
      ],
      button: 'Открыть сайт',
    },
  })
}
