import { generateKeyPairSync } from 'node:crypto'
import Provider, { type Context } from 'oidc-provider'
import type { Outside } from './outside.ts'

export const ISSUER = 'https://forum.example.org'
export const CLIENT = {
  clientId: 'portal',
  clientSecret: 'a secret that nobody guesses'.replaceAll(' ', '-'),
}

export type Issuer = Awaited<ReturnType<typeof openIssuer>>

/** The private key of all issuers, shared because generating keys is slow. */
export const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEYS = {
  keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'a' }],
}

/**
 * Opens a real OpenID Connect issuer that signs every visitor in under the name that the test
 * passes.
 *
 * @param redirect the redirect URL
 */
export async function openIssuer(
  outside: Outside,
  redirect = 'http://localhost:8080/linked/forum',
  issuer = ISSUER,
) {
  let who: string | undefined = 'nobody'
  const provider = new Provider(issuer, {
    adapter: kept(),
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirect],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: KEYS,
    cookies: { keys: ['of these tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    claims: {
      openid: ['sub', 'email', 'email_verified'],
      profile: ['preferred_username', 'name'],
    },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        preferred_username: `${accountId} of the forum`,
        email: `${accountId}@example.org`, // the address of the player of that name
        email_verified: true,
      }),
    }),
    async loadExistingGrant({ oidc }: Context) {
      const { client, session } = oidc
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId ?? '',
      })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  })
  provider.proxy = true
  const answer = provider.callback()
  const server = await outside.open([issuer], (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const result =
      who === undefined
        ? { error: 'access_denied' }
        : { login: { accountId: who, remember: false } }
    provider.interactionFinished(request, response, result).catch(() => response.destroy())
  })

  return {
    ...server,

    /**
     * Opens the URL of the redirect and signs in as `name`; without a name, declines. Returns the URL of the redirect
     * back to the site.
     */
    async visit(url: string, name: string | undefined): Promise<URL> {
      who = name
      const cookies = new Map<string, string>()
      for (let at = new URL(url), steps = 0; steps < 10; steps += 1) {
        if (at.origin !== issuer) return at
        const reply = await outside.reach(at.href, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        })
        for (const line of reply.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(key, value)
        }
        const location = reply.headers.get('location')
        if (location === null) throw new Error(`${reply.status}: ${await reply.text()}`)
        at = new URL(location, at)
      }
      throw new Error('it leads nowhere')
    },
  }
}

/** Makes the storage of an issuer: records by kind and id. */
function kept() {
  const rows = new Map<string, object>()
  return (kind: string) => ({
    upsert: async (id: string, row: object) => void rows.set(`${kind} ${id}`, row),
    find: async (id: string) => rows.get(`${kind} ${id}`),
    findByUid: async (uid: string) =>
      [...rows.values()].find((row) => 'uid' in row && row.uid === uid),
    async consume(id: string) {
      const row = rows.get(`${kind} ${id}`)
      rows.set(`${kind} ${id}`, { ...row, consumed: Math.floor(performance.now()) })
    },
    destroy: async (id: string) => void rows.delete(`${kind} ${id}`),
    revokeByGrantId: async () => rows.clear(),
  })
}
