import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { type Clock, MINUTE } from '../../../platform/clock.ts'
import type { IdentityHosts } from '../../../platform/outbound/identity-provider-client.ts'

const KNOWN_FOR = 10 * MINUTE
const MOST_KNOWN = 20
/** How far the clocks of two machines may differ, in seconds. */
const CLOCK_TOLERANCE = 60

/** An issuer, and what this site is called there. */
export type IssuerClient = { issuer: string; clientId: string; clientSecret: string }

/** What issuers say of themselves (OpenID Connect Discovery), with the keys of their tokens. */
export type Issuers = {
  /**
   * Asks an issuer, unless it was asked in the last ten minutes with this id and secret.
   *
   * @throws NoAnswer, and what the library throws for an answer that does not fit
   */
  open(client: IssuerClient): Promise<Configuration>
}

export function openIssuers(app: { clock: Clock; identityHosts: IdentityHosts }): Issuers {
  const known = new Map<string, { at: number; configuration: Promise<Configuration> }>()
  return {
    open(client) {
      const mark = JSON.stringify(client)
      const now = app.clock.now()
      const last = known.get(mark)
      if (last && Math.abs(now - last.at) < KNOWN_FOR) return last.configuration

      const configuration = discover(app.identityHosts, client)
      known.delete(mark)
      known.set(mark, { at: now, configuration })
      const [oldest] = known.keys()
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
      configuration.catch(() => known.delete(mark))
      return configuration
    },
  }
}

/** Loads the library only now: most sites never need it. */
async function discover(
  hosts: IdentityHosts,
  { issuer, clientId, clientSecret }: IssuerClient,
): Promise<Configuration> {
  const library = await import('openid-client')
  const basic = library.ClientSecretBasic(clientSecret)
  const post = library.ClientSecretPost(clientSecret)
  /** Without a word of the issuer it is the first (OpenID Connect Discovery 3). */
  const authenticate: ClientAuth = (server, client, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported
    const way = !offered || offered.includes('client_secret_basic') ? basic : post
    way(server, client, body, headers)
  }
  const reach: CustomFetch = (url, { method, headers, body }) =>
    hosts.ask(url, { method, headers, body: body ?? null })
  return library.discovery(
    new URL(issuer),
    clientId,
    { [library.clockTolerance]: CLOCK_TOLERANCE },
    authenticate,
    { [library.customFetch]: reach, execute: [library.enableNonRepudiationChecks] },
  )
}
