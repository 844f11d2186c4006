import type { Locale } from '@portal/contract'
import { readableInstant } from '../../platform/text/readable-instant.ts'
import { exportParts } from './export-list.ts'

export type ReadmeAbout = { siteName: string; url: string; username: string; at: number }

export function readmeOf(locale: Locale, about: ReadmeAbout): string {
  const parts = exportParts.flatMap((part) => [part.as, `  ${part.about[locale]}`, ''])
  const { head, end } = words[locale]
  const lines = [...head(about), '', ...parts, ...end, '']
  return lines.join('\r\n') // old editors of Windows do not show other line ends
}

const words = {
  en: {
    head: ({ siteName, url, username, at }: ReadmeAbout) => [
      `Your data on ${siteName}`,
      `${url}`,
      '',
      `Player ${username}, on ${readableInstant(at, 'en')}.`,
      '',
      'data.json contains everything that the site stores about you. Any browser or text editor',
      'opens it. Times are in UTC; null means that there is no value.',
      'The folder pictures has your skins and your cape, each under the name that data.json gives it.',
      '',
      'The parts of data.json:',
    ],
    end: [
      'Not in here:',
      '',
      '- Passwords, keys and codes, and anything that would reveal them: a person who finds this',
      '  file must not be able to sign in to your account.',
      '- Data of other people. What an administrator did to your account is in "history",',
      '  without their name or network address.',
      '- Backups of the site and the log of its server. They may contain some of this for as long as',
      '  the owner of the site keeps them. Ask the owner about them.',
      '',
      'Do not share this file: it says a lot about you.',
    ],
  },
  ru: {
    head: ({ siteName, url, username, at }: ReadmeAbout) => [
      `Ваши данные: ${siteName}`,
      `${url}`,
      '',
      `Игрок ${username}, ${readableInstant(at, 'ru')}.`,
      '',
      'В data.json всё, что сайт хранит о вас. Этот файл откроет любой браузер или текстовый редактор.',
      'Время указано по UTC; null означает, что значения нет.',
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
      '  "history", но без его ника и сетевого адреса.',
      '- Резервных копий сайта и журнала сервера. Ваши данные могут оставаться и там, пока их',
      '  хранит владелец сайта: спросите об этом у него.',
      '',
      'Не давайте этот файл другим: по нему можно многое о вас узнать.',
    ],
  },
} as const satisfies Record<Locale, object>
