import type { SettingRow } from '../setting.ts'

/** How the site looks to its visitors, and the overview to its owner. */
export const lookSettingRows = {
  accentColor: {
    kind: 'color',
    default: '',
    holds: 'a colour as #1f6f5c, or nothing',
    isPublic: false,
    card: 'look',
    label: { en: 'Colour', ru: 'Цвет' },
    hint: {
      en: 'For example #1f6f5c. Leave empty for the default. Pages opened from now on use it.',
      ru: 'Например, #1f6f5c; пусто — собственный цвет сайта. Виден со следующей страницы.',
    },
    wrong: { en: 'Enter a colour such as #1f6f5c.', ru: 'Укажите цвет в виде #1f6f5c.' },
  },
  logoUrl: {
    kind: 'picture',
    use: 'logo',
    default: '',
    holds: 'an https address or a path from / on, or nothing',
    isPublic: false,
    card: 'look',
    label: { en: 'Logo', ru: 'Логотип' },
    hint: {
      en: 'Shown beside the name of the project. Without one the site has its own.',
      ru: 'Показывается рядом с названием проекта. Без него у сайта свой логотип.',
    },
    wrong: {
      en: 'Upload a picture, or enter an https address or a path that starts with /.',
      ru: 'Загрузите картинку либо укажите адрес https или путь, который начинается с /.',
    },
  },
  iconUrl: {
    kind: 'picture',
    use: 'icon',
    default: '',
    holds: 'an https address or a path from / on, or nothing',
    isPublic: false,
    card: 'look',
    label: { en: 'Icon of the tab', ru: 'Значок вкладки' },
    hint: {
      en: 'A square picture for browser tabs and bookmarks.',
      ru: 'Квадратная картинка для вкладок браузера и закладок.',
    },
    wrong: {
      en: 'Upload a picture, or enter an https address or a path that starts with /.',
      ru: 'Загрузите картинку либо укажите адрес https или путь, который начинается с /.',
    },
  },
  firstSteps: {
    kind: 'flag',
    default: true,
    holds: 'on or off',
    isPublic: false,
    card: 'look',
    order: 2,
    label: { en: 'First steps on the overview', ru: 'Первые шаги на обзоре' },
    hint: {
      en: 'A list for you in the panel; it goes away when everything is done.',
      ru: 'Список для вас в панели; исчезает, когда всё сделано.',
    },
  },
} as const satisfies Record<string, SettingRow>
