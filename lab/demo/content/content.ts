import type { Locale, PagePlace } from '@portal/contract'
import { en } from './en.ts'
import { ru } from './ru.ts'

export type Both = { en: string; ru: string }

export type NewsText = { title: string; body: string; tag: string }

/** The texts of the site. Pages are in both languages, everything else is in one. */
export type Content = {
  siteName: string
  servers: readonly { name: string; players: number; most: number; motd: string }[]
  roles: { moderator: string; builder: string }
  ranks: { traveler: string; knight: string; legend: string }
  /** The first balance, and the symbol that follows its amounts. */
  money: { name: string; sign: string }
  news: { season: NewsText; sea: NewsText; launcher: NewsText; night: NewsText; fair: NewsText }
  draft: NewsText
  scheduled: NewsText
  reasons: {
    grief: string
    ads: string
    xray: string
    donation: string
    refund: string
    contest: string
  }
  apiKeys: readonly [launcher: string, old: string]
  devices: readonly [desktop: string, laptop: string]
  applications: { forum: string; television: string }
  webhooks: { bot: string; channel: string }
}

export const contents: Readonly<Record<Locale, Content>> = { en, ru }

export const about: Both = {
  en: 'A survival world without griefing. Seasons of three months, fair shops run by players, and a launcher that installs everything by itself.',
  ru: 'Выживание без гриферства. Сезоны по три месяца, честные лавки игроков и лаунчер, который всё установит сам.',
}

/** A reason a line, in English and Russian. */
export const banReasons = [
  'Griefing | Гриферство',
  'X-ray or other cheats | X-ray или другие читы',
  'Advertising another server | Реклама чужого сервера',
  'Insults in the chat | Оскорбления в чате',
].join('\n')

export const pages = {
  rules: {
    place: 'both',
    title: { en: 'Rules', ru: 'Правила' },
    body: {
      en: '# Be fair\n\n- No cheats, no X-ray, no duplicated items.\n- What you did not build, you do not break.\n- One person, **one account**.\n\n# Be kind\n\nNo insults, threats or hate. Trading for real money is not allowed.\n\n# If somebody breaks a rule\n\nWrite to a moderator. Do not take revenge: two griefers are twice the work.',
      ru: '# Играйте честно\n\n- Без читов, X-ray и дюпов.\n- Что построили не вы, то не вам и ломать.\n- Один человек — **один аккаунт**.\n\n# Уважайте других\n\nБез оскорблений, угроз и травли. Торговля за реальные деньги запрещена.\n\n# Если кто-то нарушает\n\nНапишите модератору и не мстите: разбирать придётся обоих.',
    },
  },
  start: {
    place: 'menu',
    title: { en: 'How to play', ru: 'Как начать' },
    body: {
      en: '# In five minutes\n\n1. Register on this site.\n2. Download the launcher and sign in with the same name and password.\n3. Choose a server. Mods, Java and resource packs are installed for you.\n\n# First night\n\nSpawn is protected. Walk at least 300 blocks before you build, and claim your land with `/claim`.',
      ru: '# За пять минут\n\n1. Зарегистрируйтесь на этом сайте.\n2. Скачайте лаунчер и войдите с тем же ником и паролем.\n3. Выберите сервер. Моды, Java и ресурс-паки лаунчер поставит сам.\n\n# Первая ночь\n\nСпавн защищён. Отойдите хотя бы на 300 блоков и закрепите участок командой `/claim`.',
    },
  },
  privacy: {
    place: 'footer',
    title: { en: 'Privacy', ru: 'Конфиденциальность' },
    body: {
      en: '# What the site stores\n\nYour name, e-mail address, skin and the devices you signed in with. Passwords are stored as hashes.\n\nYou can download all of it, or delete your account, on the page *Profile*.',
      ru: '# Что хранит сайт\n\nНик, почту, скин и устройства, с которых вы входили. Вместо паролей хранятся хэши.\n\nНа странице «Профиль» всё это можно скачать, а аккаунт — удалить.',
    },
  },
  shop: {
    place: 'none',
    title: { en: 'Market day', ru: 'Ярмарка' },
    body: {
      en: 'Prices and opening hours: to be written.',
      ru: 'Цены и часы работы: напишем позже.',
    },
  },
} as const satisfies Record<string, { place: PagePlace; title: Both; body: Both }>
