import type { Locale } from '@portal/contract'
import { readableInstant } from '../../mail/mail-to-player.ts'
import { exportParts } from './export-list.ts'

export type ReadmeAbout = { siteName: string; url: string; username: string; at: number }

/** Says in a player's language what the parts of their export are. */
export function readmeOf(locale: Locale, about: ReadmeAbout): string {
  const parts = exportParts.flatMap((part) => [part.as, `  ${part.about[locale]}`, ''])
  const { head, end } = words[locale]
  const lines = [...head(about), '', ...parts, ...end, '']
  return lines.join('\r\n') // every editor shows these as lines, also the oldest of Windows
}

const words = {
  en: {
    head: ({ siteName, url, username, at }: ReadmeAbout) => [
      `Your data on ${siteName}`,
      `${url}`,
      '',
      `Player ${username}, on ${readableInstant(at, 'en')}.`,
      '',
      'data.json has everything that the site keeps about you. Any browser and any text editor',
      'opens it. Times are in UTC; null means that there is nothing.',
      'The folder pictures has your skins and your cape, each under the name that data.json gives it.',
      '',
      'The parts of data.json:',
    ],
    end: [
      'Not in here:',
      '',
      '- Passwords, keys and codes, nor anything they could be found out from: whoever finds this',
      '  file must not get into your account by it.',
      '- What belongs to other people. What an administrator did to your account is in "history",',
      '  but neither their name nor their network address.',
      '- Backups of the site and the log of its server. They may repeat some of this for as long as',
      '  the owner of the site keeps them; ask the owner about them.',
      '',
      'Keep this file to yourself: it says a lot about you.',
    ],
  },
  ru: {
    head: ({ siteName, url, username, at }: ReadmeAbout) => [
      `Ваши данные: ${siteName}`,
      `${url}`,
      '',
      `Игрок ${username}, ${readableInstant(at, 'ru')}.`,
      '',
      'В data.json всё, что сайт хранит о вас. Его откроет любой браузер или текстовый редактор.',
      'Время указано по UTC; null значит, что там ничего нет.',
      'В папке pictures ваши скины и плащ, под теми именами, которые указаны в data.json.',
      '',
      'Что есть в data.json:',
    ],
    end: [
      'Чего здесь нет:',
      '',
      '- Паролей, ключей и кодов, и ничего, по чему их можно узнать: тот, кто найдёт этот файл,',
      '  не должен с его помощью войти в ваш аккаунт.',
      '- Того, что принадлежит другим людям. Что делал с вашим аккаунтом администратор, видно в',
      '  "history", но без его имени и сетевого адреса.',
      '- Резервных копий сайта и журнала сервера. Что-то из этого может повторяться и там, пока их',
      '  хранит владелец сайта; о них спросите у него.',
      '',
      'Не давайте этот файл другим: он многое говорит о вас.',
    ],
  },
} as const satisfies Record<Locale, object>
