import type { Locale, PublicProfile } from '@portal/contract'

/** A page whose document has words of its own. */
export type KnownPage = 'home' | 'news' | 'login' | 'register'

type Words = { title: string; description: string }

/** What a page is called and what it is about; `about` is the owner's text, empty without one. */
export function headWords(
  page: KnownPage | undefined,
  { locale, siteName, about }: { locale: Locale; siteName: string; about: string },
): Words {
  const usual = about || USUAL[locale](siteName)
  const { title, description } = page
    ? WORDS[page][locale](siteName)
    : { title: '', description: '' }
  return {
    title: title ? `${title} · ${siteName}` : siteName,
    description: description || usual,
  }
}

const USUAL: Record<Locale, (site: string) => string> = {
  en: (site) => `${site}: a Minecraft project with one account for the launcher, skins and news.`,
  ru: (site) => `${site} — проект Minecraft: один аккаунт для лаунчера, скинов и новостей.`,
}

const WORDS: Record<KnownPage, Record<Locale, (site: string) => Words>> = {
  home: {
    en: () => ({ title: '', description: '' }),
    ru: () => ({ title: '', description: '' }),
  },
  news: {
    en: (site) => ({ title: 'News', description: `What is new on ${site}.` }),
    ru: (site) => ({ title: 'Новости', description: `Что нового на ${site}.` }),
  },
  login: {
    en: () => ({ title: 'Sign in', description: '' }),
    ru: () => ({ title: 'Вход', description: '' }),
  },
  register: {
    en: (site) => ({
      title: 'Create an account',
      description: `Create an account on ${site}, choose your name and skin, and start playing.`,
    }),
    ru: (site) => ({
      title: 'Новый аккаунт',
      description: `Создайте аккаунт на ${site}, выберите имя и скин — и можно играть.`,
    }),
  },
}

/** What is said of a player under a link to their profile: what the page shows, and nothing else. */
export function profileWords(
  { username, since, groups }: PublicProfile,
  locale: Locale,
  site: string,
): string {
  const [year = '', month = '', day = ''] = since.split('-')
  const date = locale === 'ru' ? `${day}.${month}.${year}` : since
  const words =
    locale === 'ru' ? `${username} на ${site} с ${date}.` : `${username} on ${site} since ${date}.`
  return [words, groups.length > 0 ? `${groups.join(', ')}.` : ''].filter(Boolean).join(' ')
}
