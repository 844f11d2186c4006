import type { SettingRow } from '../setting.ts'

/** Which protocols launchers and game servers may speak with the site, and who may join. */
export const yggdrasilSettingRows = {
  yggdrasil: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: true,
    opensDoors: true,
    card: 'launcher',
    label: {
      en: 'Sign-in from any launcher (Yggdrasil)',
      ru: 'Вход из любого лаунчера (Yggdrasil)',
    },
    hint: {
      en: 'Players enter the address of this site in HMCL, PCL, XMCL or FjordLauncher and play with their account.',
      ru: 'Игроки указывают адрес этого сайта в HMCL, PCL, XMCL или FjordLauncher и играют со своим аккаунтом.',
    },
  },
  yggdrasilPermission: {
    kind: 'line',
    default: '',
    least: 0,
    most: 128,
    holds: 'a permission, or nothing',
    isPublic: false,
    opensDoors: true,
    card: 'launcher',
    label: { en: 'Permission to play', ru: 'Право на игру' },
    hint: {
      en: 'Who lacks it cannot join a server of yours through Yggdrasil. Leave empty to let everybody in.',
      ru: 'Без него не зайти на ваши серверы через Yggdrasil. Пусто — могут все.',
    },
    wrong: {
      en: 'A permission may have at most 128 characters on one line.',
      ru: 'Право — до 128 символов в одну строку.',
    },
  },
  azauth: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: false,
    opensDoors: true,
    card: 'rules',
    label: { en: 'Launchers made for Azuriom', ru: 'Лаунчеры, сделанные для Azuriom' },
    hint: {
      en: 'Launchers with AzAuth then sign players in at this site, and so does GML with its Azuriom sign-in.',
      ru: 'Лаунчеры с AzAuth и GML в режиме Azuriom пускают по аккаунту этого сайта.',
    },
  },
} as const satisfies Record<string, SettingRow>
