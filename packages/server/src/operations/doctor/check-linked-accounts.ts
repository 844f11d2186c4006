import type { Provider } from '../../credentials/linked-accounts/identity.ts'
import { kinds } from '../../credentials/linked-accounts/protocols/protocols.ts'
import { listProviders } from '../../credentials/linked-accounts/provider-store.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { type Check, NO_DATABASE, type Opinion } from './check.ts'
import { ask } from './fetch-url.ts'

/** Checks that the services whose accounts players link are there, and can send people back to this site. */
export const identityCheck: Check = {
  id: 'identities',
  title: { ru: 'Сервисы для входа', en: 'Sign-in services' },
  async look({ config, db }) {
    const providers = db && (await listProviders(db).catch(() => undefined))
    if (!providers) return NO_DATABASE
    const on = providers.filter(({ enabled }) => enabled)
    const troubles = await Promise.all(on.map(troubleOf))
    return judgeIdentities(
      config.publicUrl,
      on.map(({ name }, index) => ({ name, trouble: troubles[index] ?? null })),
    )
  },
}

/** Any answer but a failure says that a service is there; only the issuer's own words must be found. */
async function troubleOf(provider: Provider): Promise<string | null> {
  const url = kinds[provider.kind].whereabouts(provider)
  try {
    const { status } = await ask(url)
    const isThere = url.endsWith('/openid-configuration') ? status === 200 : status < 500
    return isThere ? null : `status ${status}`
  } catch (error) {
    return failureOf(error)
  }
}

/** @param on the services that are on, and what is wrong with each. */
export function judgeIdentities(
  publicUrl: string,
  on: readonly { name: string; trouble: string | null }[],
): Opinion {
  if (on.length === 0) return NONE
  const away = on.filter(({ trouble }) => trouble !== null)
  if (away.length > 0) {
    return AWAY(away.map(({ name, trouble }) => `${name} (${trouble})`).join(', '))
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:' && hostname !== 'localhost') return PLAIN(publicUrl)
  return GOOD(on.map(({ name }) => name).join(', '))
}

const NONE: Opinion = {
  state: 'good',
  detail: { ru: 'Не настроен.', en: 'None is set up.' },
}

const GOOD = (names: string): Opinion => ({
  state: 'good',
  detail: { ru: `Отвечают: ${names}.`, en: `They answer: ${names}.` },
})

const AWAY = (names: string): Opinion => ({
  state: 'warning',
  detail: {
    ru: `Не отвечают: ${names}. Войти через них сейчас нельзя, по паролю — можно.`,
    en: `They do not answer: ${names}. Nobody can sign in with them now; passwords work.`,
  },
  advice: {
    ru: 'Проверьте, что серверу разрешены исходящие соединения, а у собственного сервиса — адрес издателя (issuer).',
    en: 'Check that this server may connect to the outside and, for a service of your own, the address of its issuer.',
  },
})

const PLAIN = (url: string): Opinion => ({
  state: 'warning',
  detail: {
    ru: `PUBLIC_URL (${url}) без https: почти все сервисы на такой адрес не возвращают.`,
    en: `PUBLIC_URL (${url}) does not use https: almost no service sends people back to such an address.`,
  },
  advice: {
    ru: 'Поставьте перед сайтом прокси с сертификатом (Caddy, nginx) и задайте адрес с https.',
    en: 'Put a proxy with a certificate (Caddy, nginx) in front of the site and set the https address.',
  },
})
