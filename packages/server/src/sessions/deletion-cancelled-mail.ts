import type { Mail } from '../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../mail/mail-to-player.ts'

/**
 * Informs the player that the scheduled deletion was canceled: by a sign-in, by a request, or because the player is the
 * last superuser.
 */
export function deletionCancelledMail(
  about: MailOccasion & { url: string },
  cause: 'sign-in' | 'asked' | 'last',
): Mail {
  const { en, ru } = CAUSE_TEXTS[cause]
  return mailToPlayer('deletion-cancelled', about, {
    en: {
      subject: `Your account stays: ${about.site.siteName}`,
      paragraphs: [
        en,
        'If this was not you, change your password right away. If you still want to delete the account, request it again.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Аккаунт остаётся: ${about.site.siteName}`,
      paragraphs: [
        ru,
        'Это были не вы? Сразу смените пароль. Если всё же хотите удалить аккаунт, попросите об этом ещё раз.',
      ],
      button: 'Открыть сайт',
    },
  })
}

const CAUSE_TEXTS = {
  'sign-in': {
    en: 'Somebody signed in to your account, so it is not deleted.',
    ru: 'В ваш аккаунт вошли, поэтому он не будет удалён.',
  },
  asked: {
    en: 'The deletion of your account was canceled. Nothing has changed.',
    ru: 'Удаление аккаунта отменено. Ничего не изменилось.',
  },
  last: {
    en: 'Your account was not deleted: at least one superuser must remain.',
    ru: 'Ваш аккаунт не удалён: должен остаться хотя бы один суперпользователь.',
  },
} as const
