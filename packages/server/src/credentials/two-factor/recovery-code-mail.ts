import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'
import { type Client, knownDevice } from '../../platform/network/client.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'

type RecoveryCodeUse = MailOccasion & {
  client: Client | undefined
  at: number
  url: string
  left: number
}

/**
 * Tells a player that a recovery code was used.
 * @param about.client undefined for a sign-in in a launcher, where only the launcher server is known
 */
export function recoveryCodeUsedMail(about: RecoveryCodeUse): Mail {
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
          : 'It was the last one. You can create new codes on the “Security” page.',
        'If this was not you, change your password, sign out everywhere and create new codes.',
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

export function newRecoveryCodesMail(about: MailOccasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('recovery-codes', about, {
    en: {
      subject: `New recovery codes: ${siteName}`,
      paragraphs: [
        'New recovery codes were created for your account. Each code replaces the code from your app once; earlier codes no longer work.',
        'If this was you, no action is needed. If not, change your password, sign out everywhere and create new codes.',
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
