import type { SettingRow } from '../setting.ts'

const EMPTY_TEXT = {
  kind: 'text',
  default: '',
  isPublic: false,
  card: 'home',
} as const
const DOWNLOAD = {
  kind: 'download',
  default: '',
  holds: 'an https address (http on this machine) or a path from / on, or nothing',
  isPublic: false,
  opensDoors: true,
  announced: true,
  card: 'home',
  wrong: {
    en: 'Enter an https address, or a path that starts with /.',
    ru: 'Укажите адрес https либо путь, который начинается с /.',
  },
} as const
const LINK = {
  kind: 'link',
  default: '',
  holds: 'an https address, or nothing',
  isPublic: false,
  opensDoors: true,
  card: 'home',
  wrong: {
    en: 'Enter an address that starts with https://.',
    ru: 'Укажите адрес, который начинается с https://.',
  },
} as const

/** The settings of the front door: the home page, and what search engines may see. */
export const homeSettingRows = {
  homePage: {
    kind: 'choice',
    default: 'home',
    options: {
      home: { en: 'The home page', ru: 'Главная страница' },
      news: { en: 'News', ru: 'Новости' },
      login: { en: 'Sign-in', ru: 'Вход' },
    },
    holds: 'home, news or login',
    isPublic: true,
    card: 'home',
    label: { en: 'Visitors first see', ru: 'Что видят гости первым' },
  },
  homePicture: {
    kind: 'picture',
    use: 'home',
    default: '',
    holds: 'an https address or a path from / on, or nothing',
    isPublic: false,
    card: 'home',
    label: { en: 'Picture', ru: 'Картинка' },
    hint: {
      en: 'Wide, about 1600 by 600 pixels. Without one there is the gate in the valley.',
      ru: 'Широкая, примерно 1600 на 600 пикселей. Без неё будут ворота в долине.',
    },
    wrong: {
      en: 'Upload a picture, or enter an https address or a path that starts with /.',
      ru: 'Загрузите картинку либо укажите адрес https или путь, который начинается с /.',
    },
  },
  homeAboutEn: {
    ...EMPTY_TEXT,
    most: 600,
    holds: 'up to 600 characters, or nothing',
    label: { en: 'About the project, in English', ru: 'О проекте по-английски' },
    hint: {
      en: 'Two or three sentences. They also describe the site in search engines and shared links.',
      ru: 'Два-три предложения. Их же увидят в поиске и под ссылкой на сайт.',
    },
    wrong: {
      en: 'This text may have at most 600 characters.',
      ru: 'В этом тексте может быть не больше 600 символов.',
    },
  },
  homeAboutRu: {
    ...EMPTY_TEXT,
    most: 600,
    holds: 'up to 600 characters, or nothing',
    label: { en: 'About the project, in Russian', ru: 'О проекте по-русски' },
    wrong: {
      en: 'This text may have at most 600 characters.',
      ru: 'В этом тексте может быть не больше 600 символов.',
    },
  },
  homeStepsEn: {
    ...EMPTY_TEXT,
    most: 900,
    holds: 'up to 900 characters, one step a line, or nothing',
    label: { en: 'How to start, in English', ru: 'Как начать играть, по-английски' },
    hint: {
      en: 'One line a step: register, download the launcher, play. Leave empty for the default.',
      ru: 'По строке на шаг: регистрация, лаунчер, игра. Если не указать, будет текст по умолчанию.',
    },
    wrong: {
      en: 'This text may have at most 900 characters.',
      ru: 'В этом тексте может быть не больше 900 символов.',
    },
  },
  homeStepsRu: {
    ...EMPTY_TEXT,
    most: 900,
    holds: 'up to 900 characters, one step a line, or nothing',
    label: { en: 'How to start, in Russian', ru: 'Как начать играть, по-русски' },
    wrong: {
      en: 'This text may have at most 900 characters.',
      ru: 'В этом тексте может быть не больше 900 символов.',
    },
  },
  launcherWindows: {
    ...DOWNLOAD,
    label: { en: 'Launcher for Windows', ru: 'Лаунчер для Windows' },
    hint: {
      en: 'Where the file is. Systems without a link have no button.',
      ru: 'Ссылка на файл. У системы без ссылки не будет кнопки.',
    },
  },
  launcherMac: { ...DOWNLOAD, label: { en: 'Launcher for macOS', ru: 'Лаунчер для macOS' } },
  launcherLinux: { ...DOWNLOAD, label: { en: 'Launcher for Linux', ru: 'Лаунчер для Linux' } },
  gameServers: {
    kind: 'servers',
    default: '',
    most: 12,
    holds:
      'one game server a line, a name and an address such as play.example.org:25565; at most 12',
    isPublic: false,
    opensDoors: true,
    card: 'home',
    label: { en: 'Game servers', ru: 'Игровые серверы' },
    hint: {
      en: 'One a line: a name, then the address, such as “Survival play.example.org:25565”. Visitors see the name and who is online, never the address.',
      ru: 'По одному в строке: название, затем адрес, например «Выживание play.example.org:25565». Гости видят название и онлайн, но не адрес.',
    },
    wrong: {
      en: 'Write a name and an address on each line, such as “Survival play.example.org:25565”; at most 12 lines.',
      ru: 'В каждой строке нужны название и адрес, например «Выживание play.example.org:25565»; не больше 12 строк.',
    },
  },
  discordUrl: { ...LINK, label: { en: 'Discord', ru: 'Discord' } },
  vkUrl: { ...LINK, label: { en: 'VK', ru: 'ВКонтакте' } },
  telegramUrl: { ...LINK, label: { en: 'Telegram', ru: 'Telegram' } },
  publicProfiles: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: true,
    card: 'rules',
    label: { en: 'Players have public profiles', ru: 'У игроков есть публичные профили' },
    hint: {
      en: 'A page at /u/name shows the figure, the day of joining, roles and donor ranks. Each player can hide theirs.',
      ru: 'На странице /u/имя видны фигурка, день регистрации, роли и донат-группы. Каждый игрок может скрыть свою.',
    },
  },
  keepRobotsOut: {
    kind: 'flag',
    default: false,
    holds: 'on or off',
    isPublic: false,
    card: 'home',
    label: { en: 'Hide the site from search engines', ru: 'Скрыть сайт от поисковиков' },
  },
} as const satisfies Record<string, SettingRow>
