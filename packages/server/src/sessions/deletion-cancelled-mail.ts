import type { Mail } from '../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../mail/mail-to-player.ts'

/** Tells a player that their account stays: by a sign-in, by them, or because somebody has to stay. */
export function deletionCancelledMail(
  about: Occasion & { url: string },
  how: 'sign-in' | 'asked' | 'last',
): Mail {
  const { en, ru } = KEPT[how]
  return mailToPlayer('deletion-cancelled', about, {
    en: {
      subject: `Your account stays: ${about.site.siteName}`,
      paragraphs: [
        en,
        'Was it not you? Change your password right away. If you still want to delete the account, ask for it again.',
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

const KEPT = {
  'sign-in': {
    en: 'Somebody signed in to your account, so it is not deleted.',
    ru: 'В ваш аккаунт вошли, поэтому он не будет удалён.',
  },
  asked: {
    en: 'The deletion of your account was cancelled. Everything stays as it was.',
    ru: 'Удаление аккаунта отменено. Всё остаётся как было.',
  },
  last: {
    en: 'Your account was not deleted: at least one superuser must remain.',
    ru: 'Ваш аккаунт не удалён: должен остаться хотя бы один суперпользователь.',
  },
} as const
