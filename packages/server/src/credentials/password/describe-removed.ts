import type { Locale, RemovedAccess } from '@portal/contract'

type Parts = Record<keyof RemovedAccess, string>

const words: Record<Locale, { begin: string; end: string; parts: Parts }> = {
  en: {
    begin: 'Another person may have added other ways to sign in, so these were removed:',
    end: 'You can add your own again on the “Security” page.',
    parts: {
      passkeys: 'passkeys',
      identities: 'linked accounts',
      launcherPasswords: 'launcher passwords',
      sessions: 'all sessions',
      twoFactor: 'two-factor authentication and its recovery codes',
    },
  },
  ru: {
    begin: 'Другие способы входа мог добавить кто-то посторонний, поэтому удалены:',
    end: 'Свои способы входа можно снова добавить на странице «Безопасность».',
    parts: {
      passkeys: 'ключи доступа',
      identities: 'привязанные аккаунты',
      launcherPasswords: 'пароли для лаунчера',
      sessions: 'все сессии',
      twoFactor: 'двухфакторная защита и её резервные коды',
    },
  },
}

export function describeRemoved(removed: RemovedAccess): Record<Locale, string[]> {
  return { en: paragraphsOf(removed, 'en'), ru: paragraphsOf(removed, 'ru') }
}

function paragraphsOf(removed: RemovedAccess, locale: Locale): string[] {
  const { begin, end, parts } = words[locale]
  const quoted = (name: string) => (locale === 'ru' ? `«${name}»` : `“${name}”`)
  const listed = (label: string, names: string[]) =>
    names.length > 0 ? [`${label}: ${names.join(', ')}`] : []
  const lines = [
    ...listed(parts.passkeys, removed.passkeys.map(quoted)),
    ...listed(
      parts.identities,
      removed.identities.map(({ service, name }) =>
        name === '' ? service : `${service} (${quoted(name)})`,
      ),
    ),
    ...listed(parts.launcherPasswords, removed.launcherPasswords.map(quoted)),
    ...(removed.twoFactor ? [parts.twoFactor] : []),
    ...(removed.sessions ? [parts.sessions] : []),
  ]
  return lines.length === 0 ? [] : [begin, ...lines, end]
}
