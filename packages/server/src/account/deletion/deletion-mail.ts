import type { Locale } from '@portal/contract'
import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'

export function deletionScheduledMail(
  about: MailOccasion,
  { deletesAt, signInCancels }: { deletesAt: number; signInCancels: boolean },
): Mail {
  const at = (locale: Locale) => readableInstant(deletesAt, locale)
  return mailToPlayer('deletion-asked', about, {
    en: {
      subject: `Your account will be deleted: ${about.site.siteName}`,
      paragraphs: [
        `You requested the deletion of your account. The account and everything in it will be deleted on ${at('en')}.`,
        signInCancels
          ? 'To keep it, sign in before then.'
          : 'To keep it, sign in before then and choose “Keep the account”.',
        'If you did not ask for this, sign in and change your password right away: someone knows it.',
      ],
      button: 'Sign in',
    },
    ru: {
      subject: `Аккаунт будет удалён: ${about.site.siteName}`,
      paragraphs: [
        `Вы попросили удалить аккаунт. Он исчезнет вместе со всем, что в нём есть, ${at('ru')}.`,
        signInCancels
          ? 'Чтобы сохранить его, войдите до этого срока.'
          : 'Чтобы сохранить его, войдите до этого срока и нажмите «Сохранить аккаунт».',
        'Не просили об этом? Войдите и сразу смените пароль: его кто-то знает.',
      ],
      button: 'Войти',
    },
  })
}

/**
 * The last mail to a deleted player.
 * @param reason the administrator's reason; null if the player requested the deletion
 */
export function accountDeletedMail(about: MailOccasion, reason: string | null): Mail {
  return mailToPlayer('account-deleted', about, {
    en: {
      subject: `Your account was deleted: ${about.site.siteName}`,
      paragraphs: [
        reason === null
          ? 'Your account was deleted, as you asked.'
          : `An administrator deleted your account. Reason: ${reason}`,
        'Your name, e-mail address, password, skins and mails are gone from the site. This is the last mail.',
      ],
    },
    ru: {
      subject: `Аккаунт удалён: ${about.site.siteName}`,
      paragraphs: [
        reason === null
          ? 'Ваш аккаунт удалён, как вы просили.'
          : `Администратор удалил ваш аккаунт. Причина: ${reason}`,
        'Ника, почты, пароля, скинов и писем на сайте больше нет. Это последнее письмо.',
      ],
    },
  })
}

/**
 * A deleted player, for the mail to superusers. `byName` is the name of the administrator who deleted the player; null
 * if the player or the command line did it. `backups` are the backups that still contain the player.
 */
export type DeletedPlayer = {
  username: string
  id: string
  at: number
  byName: string | null
  reason: string | null
  backups: readonly string[]
}

export function playerDeletedMail(
  about: MailOccasion & { url: string },
  deleted: DeletedPlayer,
): Mail {
  const { username, id, at, byName, reason, backups } = deleted
  const files = backups.join(', ')
  return mailToPlayer('player-deleted', about, {
    en: {
      subject: `The account ${username} was deleted: ${about.site.siteName}`,
      paragraphs: [
        reason === null
          ? `The account ${username} (${id}) was deleted at the player’s request on ${readableInstant(at, 'en')}.`
          : `${byName ?? 'The server’s command line'} deleted the account ${username} (${id}) on ${readableInstant(at, 'en')}. Reason: ${reason}`,
        files === ''
          ? 'Every backup made before that still contains the account.'
          : `Every backup made before that still contains the account. On this server: ${files}.`,
        'Delete these backups when you no longer need them. If you restore one, the site deletes the account again: see deleted-players.txt in the folder of backups.',
      ],
      button: 'Open the backups',
    },
    ru: {
      subject: `Аккаунт ${username} удалён: ${about.site.siteName}`,
      paragraphs: [
        reason === null
          ? `Аккаунт ${username} (${id}) удалён по просьбе игрока ${readableInstant(at, 'ru')}.`
          : `Аккаунт ${username} (${id}) удалён ${readableInstant(at, 'ru')}. Кто удалил: ${byName ?? 'командная строка сервера'}. Причина: ${reason}`,
        files === ''
          ? 'Во всех резервных копиях, сделанных раньше, он ещё есть.'
          : `Во всех резервных копиях, сделанных раньше, он ещё есть. На этом сервере: ${files}.`,
        'Удалите эти копии, когда они станут не нужны. Если восстановить сайт из такой копии, он снова удалит аккаунт: см. deleted-players.txt в папке с копиями.',
      ],
      button: 'Открыть резервные копии',
    },
  })
}
