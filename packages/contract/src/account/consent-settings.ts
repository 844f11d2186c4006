import type { SettingRow } from '../setting.ts'

/** Settings about what newcomers and players are asked to agree to (docs/contract.md#rules-and-consent). */
export const consentSettingRows = {
  minimumAge: {
    kind: 'number',
    default: 0,
    most: 99,
    holds: '0 (nobody is asked) to 99',
    about: 'how old one has to say one is; 0: nobody is asked',
    isPublic: true,
    card: 'rules',
    label: { en: 'Minimum age', ru: 'Минимальный возраст' },
    hint: {
      en: 'Players say once that they are at least so old. No birth date is asked or kept. 0 means nobody is asked.',
      ru: 'Игрок один раз подтверждает, что ему уже есть столько лет. Дата рождения не нужна и не хранится; 0 — не спрашивать.',
    },
    wrong: {
      en: 'Enter a whole number of years from 0 to 99.',
      ru: 'Укажите целое число лет от 0 до 99.',
    },
  },
  consentAtLauncher: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: false,
    card: 'rules',
    label: {
      en: 'Launchers wait until a player has agreed',
      ru: 'Лаунчер ждёт согласия с правилами',
    },
    hint: {
      en: 'When the rules have a new version, nobody enters the game before agreeing to it on the site. When off, only the site asks.',
      ru: 'Когда у правил новая версия, в игру не войти, пока не примешь её на сайте. Если выключено, спрашивает только сайт.',
    },
  },
} as const satisfies Record<string, SettingRow>
