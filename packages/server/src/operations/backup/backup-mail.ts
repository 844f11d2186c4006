import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

export function backupFailedMail(about: MailOccasion & { url: string }, reason: string): Mail {
  const { siteName } = about.site
  return mailToPlayer('backup-failed', about, {
    en: {
      subject: `The automatic backup failed: ${siteName}`,
      paragraphs: [
        `The site could not create an automatic backup: ${reason}`,
        'It tries again every hour. The next mail is sent only after a backup has succeeded and another one has failed.',
      ],
      button: 'Open the backups',
    },
    ru: {
      subject: `Автоматическая копия не создана: ${siteName}`,
      paragraphs: [
        `Сайт не смог создать автоматическую резервную копию: ${reason}`,
        'Сайт пробует снова каждый час. Пока копия не будет создана, новых писем об этом не будет.',
      ],
      button: 'Открыть резервные копии',
    },
  })
}
