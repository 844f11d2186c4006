import type { SettingDefinition } from '../setting.ts'

export const siteSettings = {
  siteName: {
    kind: 'line',
    default: 'Portal',
    description: 'the name of the project',
    most: 64,
    isPublic: true,
    card: 'look',
    label: { en: 'Name of the project', ru: 'Название проекта' },
  },
} as const satisfies Record<string, SettingDefinition>

export const languageSettings = {
  defaultLanguage: {
    kind: 'language',
    default: 'en',
    description: 'the language for callers whose Accept-Language has neither English nor Russian',
    isPublic: true,
    card: 'look',
    order: 1,
    label: { en: 'Language', ru: 'Язык' },
    hint: {
      en: 'For visitors whose browser prefers neither English nor Russian.',
      ru: 'Для посетителей, у которых в браузере нет ни русского, ни английского.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

/** Settings of the site's appearance and of the admin overview. */
export const themeSettings = {
  accentColor: {
    kind: 'color',
    default: '',
    description: 'the accent color of pages and mails; empty: the default',
    isPublic: false,
    card: 'look',
    label: { en: 'Color', ru: 'Цвет' },
    hint: {
      en: 'Buttons have exactly this color; links are darkened or lightened if they would be hard to read.',
      ru: 'Кнопки будут точно этого цвета, а ссылки станут темнее или светлее, если их трудно прочесть.',
    },
  },
  secondColor: {
    kind: 'color',
    default: '',
    description: 'the second color of pages: lights, numbers and tags; empty: the default',
    isPublic: false,
    card: 'look',
    label: { en: 'Second color', ru: 'Второй цвет' },
    hint: {
      en: 'For the light in the default picture, the numbers of steps and the tags of news.',
      ru: 'Для света на стандартной картинке, номеров шагов и меток новостей.',
    },
  },
  logoUrl: {
    kind: 'picture',
    description:
      'the logo beside the name; empty: the default; an http address of another site is refused',
    use: 'logo',
    default: '',
    isPublic: false,
    card: 'pictures',
    label: { en: 'Logo', ru: 'Логотип' },
    hint: {
      en: 'Shown next to the name of the project. Leave empty for the default.',
      ru: 'Показывается рядом с названием проекта. Если не загрузить, будет стандартный.',
    },
  },
  iconUrl: {
    kind: 'picture',
    description: 'the icon of the browser tab; the same values as logoUrl',
    use: 'icon',
    default: '',
    isPublic: false,
    card: 'pictures',
    label: { en: 'Tab icon', ru: 'Значок вкладки' },
    hint: {
      en: 'A square picture for browser tabs and bookmarks.',
      ru: 'Квадратная картинка для вкладок браузера и закладок.',
    },
  },
  firstSteps: {
    kind: 'flag',
    default: true,
    description: 'whether the overview of the panel lists first steps',
    isPublic: false,
    card: 'panel',
    label: { en: 'First steps on the overview', ru: 'Первые шаги на обзоре' },
    hint: {
      en: 'A list in the panel that disappears when everything is done.',
      ru: 'Список в панели, который исчезнет, когда всё будет сделано.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

const EMPTY_TEXT = {
  kind: 'text',
  default: '',
  isPublic: false,
  card: 'home',
} as const
const DOWNLOAD = {
  kind: 'download',
  default: '',
  isPublic: false,
  requiresReauthentication: true,
  notifiesSuperusers: true,
  card: 'downloads',
} as const
const LINK = {
  kind: 'link',
  default: '',
  isPublic: true,
  requiresReauthentication: true,
  card: 'links',
  partOf: 'siteLinks',
} as const

export const homeSettings = {
  homePage: {
    kind: 'choice',
    default: 'home',
    description: 'the page that visitors see at /',
    options: {
      home: { en: 'The home page', ru: 'Главная страница' },
      news: { en: 'News', ru: 'Новости' },
      login: { en: 'Sign-in', ru: 'Вход' },
    },
    isPublic: true,
    card: 'home',
    label: { en: 'Start page', ru: 'Стартовая страница' },
  },
  homePicture: {
    kind: 'picture',
    description:
      'the picture of the home page; the same values as logoUrl; the path after # is its version for phones',
    use: 'home',
    default: '',
    isPublic: false,
    card: 'home',
    label: { en: 'Picture', ru: 'Картинка' },
    hint: {
      en: 'Wide, about 1600 by 600 pixels. Leave empty for the default picture.',
      ru: 'Широкая, примерно 1600 на 600 пикселей. Если не загрузить, будет стандартная.',
    },
  },
  homeAboutEn: {
    ...EMPTY_TEXT,
    description: 'about the project, in English',
    most: 600,
    label: { en: 'About the project, in English', ru: 'О проекте по-английски' },
    pairLabel: { en: 'About the project', ru: 'О проекте' },
    hint: {
      en: 'Two or three sentences. They also describe the site in search engines and shared links.',
      ru: 'Два-три предложения. Этот текст увидят и в поиске, и под ссылкой на сайт.',
    },
  },
  homeAboutRu: {
    ...EMPTY_TEXT,
    description: 'about the project, in Russian',
    most: 600,
    label: { en: 'About the project, in Russian', ru: 'О проекте по-русски' },
  },
  homeStepsEn: {
    ...EMPTY_TEXT,
    description: 'the steps for new players, in English, one per line',
    most: 900,
    label: { en: 'How to start, in English', ru: 'Как начать играть, по-английски' },
    pairLabel: { en: 'How to start', ru: 'Как начать играть' },
    hint: {
      en: 'One step per line: register, download the launcher, play. Leave empty for the default.',
      ru: 'По строке на шаг: регистрация, лаунчер, игра. Если не указать, будет текст по умолчанию.',
    },
  },
  homeStepsRu: {
    ...EMPTY_TEXT,
    description: 'the steps for new players, in Russian, one per line',
    most: 900,
    label: { en: 'How to start, in Russian', ru: 'Как начать играть, по-русски' },
  },
  launcherWindows: {
    ...DOWNLOAD,
    label: { en: 'Launcher for Windows', ru: 'Лаунчер для Windows' },
    hint: {
      en: 'A link to the file. Systems without a link have no button.',
      ru: 'Ссылка на файл. У системы без ссылки не будет кнопки.',
    },
  },
  launcherMac: { ...DOWNLOAD, label: { en: 'Launcher for macOS', ru: 'Лаунчер для macOS' } },
  launcherLinux: { ...DOWNLOAD, label: { en: 'Launcher for Linux', ru: 'Лаунчер для Linux' } },
  gameServers: {
    kind: 'servers',
    default: '',
    description: 'game servers on the home page; only superusers add hosts inside the network',
    most: 12,
    isPublic: false,
    requiresReauthentication: true,
    card: 'servers',
    label: { en: 'Game servers', ru: 'Игровые серверы' },
    hint: {
      en: 'Visitors see the name and how many players are online.',
      ru: 'Посетители видят название и онлайн.',
    },
  },
  serverAddresses: {
    kind: 'flag',
    default: false,
    description: 'whether the home page shows the addresses of game servers',
    isPublic: false,
    requiresReauthentication: true,
    card: 'servers',
    label: { en: 'Show server addresses', ru: 'Показывать адреса серверов' },
    hint: {
      en: 'For projects whose players may also join by address.',
      ru: 'Включайте, если на серверы можно заходить и без лаунчера, по адресу.',
    },
  },
  siteLinks: {
    kind: 'links',
    default: '',
    description: 'links in the menu of public pages, after those to Discord, VK and Telegram',
    most: 12,
    isPublic: true,
    requiresReauthentication: true,
    card: 'links',
    label: { en: 'Links', ru: 'Ссылки' },
    hint: {
      en: 'Links to Discord, VK, Telegram and others, in the menu of public pages.',
      ru: 'Ссылки на Discord, ВКонтакте, Telegram и другие: они будут в меню публичных страниц.',
    },
  },
  discordUrl: { ...LINK, label: { en: 'Discord', ru: 'Discord' } },
  vkUrl: { ...LINK, label: { en: 'VK', ru: 'ВКонтакте' } },
  telegramUrl: { ...LINK, label: { en: 'Telegram', ru: 'Telegram' } },
  publicProfiles: {
    kind: 'flag',
    default: false,
    description: 'whether players have public profiles',
    isPublic: true,
    card: 'profiles',
    label: { en: 'Players have public profiles', ru: 'У игроков есть публичные профили' },
    hint: {
      en: 'A page at /u/name shows the figure, the registration date, roles and donor ranks. Each player can hide it.',
      ru: 'На странице /u/ник видны фигурка, день регистрации, роли и привилегии. Каждый игрок может скрыть свою страницу.',
    },
  },
  keepRobotsOut: {
    kind: 'flag',
    default: false,
    description: 'whether search engines must not index the site',
    isPublic: false,
    card: 'search',
    label: { en: 'Hide the site from search engines', ru: 'Скрыть сайт от поисковиков' },
  },
} as const satisfies Record<string, SettingDefinition>
