import type { Mail } from '../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../mail/mail-to-player.ts'

const REASONS = {
  gone: {
    en: 'The receiver reported that it no longer exists (410, or 404 from Discord).',
    ru: 'Получатель ответил, что его больше нет (410, у Discord 404).',
  },
  failing: {
    en: 'No event could be delivered for five days.',
    ru: 'За пять дней не удалось доставить ни одного события.',
  },
}

export function webhookDisabledMail(
  about: MailOccasion & { url: string },
  name: string,
  reason: 'gone' | 'failing',
): Mail {
  const { siteName } = about.site
  return mailToPlayer('webhook-disabled', about, {
    en: {
      subject: `The webhook ${name} is turned off: ${siteName}`,
      paragraphs: [
        `The site turned off the webhook ${name}. ${REASONS[reason].en}`,
        'Check the receiver and turn the webhook on again. It then receives new events. Events that were not delivered can be sent again in the panel for 30 days.',
      ],
      button: 'Open the webhooks',
    },
    ru: {
      subject: `Вебхук ${name} выключен: ${siteName}`,
      paragraphs: [
        `Сайт выключил вебхук ${name}. ${REASONS[reason].ru}`,
        'Проверьте получателя и включите вебхук снова: он получит новые события. Недоставленные события можно отправить ещё раз в панели в течение 30 дней.',
      ],
      button: 'Открыть вебхуки',
    },
  })
}
