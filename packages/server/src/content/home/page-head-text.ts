import type { Locale, PublicProfile } from '@portal/contract'

export type KnownPage = 'home' | 'news' | 'login' | 'register'

type HeadText = { title: string; description: string }

/**
 * Returns the title and description of a page.
 * @param page undefined for pages without texts of their own
 * @param site.about the configured description of the site, or empty
 */
export function pageHeadText(
  page: KnownPage | undefined,
  { locale, siteName, about }: { locale: Locale; siteName: string; about: string },
): HeadText {
  const defaults = about || DEFAULT_HEAD_TEXTS[locale]
  if (page === 'home') {
    return { title: `${siteName} · ${SITE_KIND[locale]}`, description: defaults }
  }
  const { title, description } = page
    ? HEAD_TEXTS[page][locale](siteName)
    : { title: '', description: '' }
  return {
    title: [title, siteName].filter(Boolean).join(' · '),
    description: description || defaults,
  }
}

/** The same texts as `home.about` in the pages, so that the text does not change when the script of the pages runs. */
const DEFAULT_HEAD_TEXTS: Record<Locale, string> = {
  en: 'A Minecraft project with one account for the launcher, skins and servers.',
  ru: 'Проект Minecraft: один аккаунт для лаунчера, скинов и серверов.',
}

const SITE_KIND: Record<Locale, string> = { en: 'Minecraft server', ru: 'сервер Minecraft' }

const HEAD_TEXTS: Record<Exclude<KnownPage, 'home'>, Record<Locale, (site: string) => HeadText>> = {
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
      description: `Создайте аккаунт на ${site}, выберите ник и скин — и можно играть.`,
    }),
  },
}

/** Describes a player for link previews. Contains only what the profile page also shows. */
export function profileHeadText(
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
