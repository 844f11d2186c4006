import type { Words } from '@portal/contract'
import type { Provider } from '../../credentials/linked-accounts/identity.ts'
import { providerProtocols } from '../../credentials/linked-accounts/protocols/protocols.ts'
import { listProviders } from '../../credentials/linked-accounts/provider-store.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { describeFailure } from './describe-failure.ts'
import { fetchUrl } from './fetch-url.ts'

/** Checks that the providers of linked accounts can be reached, and can redirect players back to this site. */
export const identityCheck: Check = {
  id: 'identities',
  title: { ru: 'Сервисы для входа', en: 'Sign-in services' },
  async run({ config, db }) {
    const providers = db && (await listProviders(db).catch(() => undefined))
    if (!providers) return NO_DATABASE
    const on = providers.filter(({ enabled }) => enabled)
    const problems = await Promise.all(on.map(problemOf))
    return evaluateIdentities(
      config.publicUrl,
      on.map(({ name }, index) => ({ name, problem: problems[index] ?? null })),
    )
  },
}

/**
 * Returns why a provider does not work, or null. Any response shows that it can be reached; only an issuer must also
 * have a discovery document.
 */
async function problemOf(provider: Provider): Promise<string | null> {
  const url = providerProtocols[provider.kind].probeUrl(provider)
  try {
    const { status } = await fetchUrl(url)
    const isThere = url.endsWith('/openid-configuration') ? status === 200 : status < 500
    return isThere ? null : `status ${status}`
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * Checks the providers of linked accounts.
 * @param on the enabled providers, each with its problem or null
 */
export function evaluateIdentities(
  publicUrl: string,
  on: readonly { name: string; problem: string | null }[],
): CheckResult {
  if (on.length === 0) return NONE
  const away = on.filter(({ problem }) => problem !== null)
  if (away.length > 0) {
    const reasons = Map.groupBy(away, ({ problem }) => problem ?? '')
    const listed = (language: 'ru' | 'en') =>
      [...reasons]
        .map(([reason, of]) => `${namesOf(of)} (${describeFailure(reason)[language]})`)
        .join(', ')
    return AWAY({ ru: listed('ru'), en: listed('en') })
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:' && hostname !== 'localhost') return PLAIN(publicUrl)
  return GOOD(namesOf(on))
}

function namesOf(providers: readonly { name: string }[]): string {
  return providers.map(({ name }) => name).join(', ')
}

const NONE: CheckResult = {
  state: 'good',
  detail: { ru: 'Ни один не настроен.', en: 'No service is set up.' },
}

const GOOD = (names: string): CheckResult => ({
  state: 'good',
  detail: { ru: `Отвечают: ${names}.`, en: `Responding: ${names}.` },
})

const AWAY = (names: Words): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Не отвечают: ${names.ru}. Войти через них сейчас нельзя, по паролю — можно.`,
    en: `Not responding: ${names.en}. Players cannot sign in with these services now; passwords work.`,
  },
  advice: {
    ru: 'Проверьте, что серверу разрешены исходящие соединения, а у собственного сервиса — адрес издателя (issuer).',
    en: 'Check that this server can make outgoing connections and, for a service of your own, the address of its issuer.',
  },
})

const PLAIN = (url: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `PUBLIC_URL (${url}) без https: почти все сервисы не возвращают игроков на такой адрес.`,
    en: `PUBLIC_URL (${url}) does not use https: most services do not send players back to such an address.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate (Caddy, nginx) in front of the site and set the https address.',
  },
})
