import type { NewClient } from '@portal/contract'

export const clientProducts = [
  'gravit',
  'discourse',
  'flarum',
  'wordpress',
  'mediawiki',
  'nextcloud',
  'grafana',
  'other',
] as const

export type ClientProduct = (typeof clientProducts)[number]

type Preset = Pick<NewClient, 'scopes' | 'accessToken' | 'pkce'> & {
  /** The suggested name of the application. */
  name: string
  /** The part of the redirect address after the address of the program. */
  path: string
}

const PROFILE: NewClient['scopes'] = ['openid', 'profile', 'email']
const WEB = { scopes: PROFILE, accessToken: 'opaque', pkce: true } as const

/** The requirements of each program (docs/owners/en/sign-in-with-your-site.md). */
export const presets: Record<ClientProduct, Preset> = {
  gravit: {
    name: 'GravitLauncher',
    path: '/launcher-sign-in',
    scopes: ['openid', 'profile', 'offline_access'],
    accessToken: 'jwt',
    pkce: false,
  },
  discourse: { ...WEB, name: 'Discourse', path: '/auth/oidc/callback' },
  flarum: { ...WEB, name: 'Flarum', path: '/auth/passport', pkce: false },
  wordpress: {
    ...WEB,
    name: 'WordPress',
    path: '/wp-admin/admin-ajax.php?action=openid-connect-authorize',
    pkce: false,
  },
  mediawiki: {
    ...WEB,
    name: 'MediaWiki',
    path: '/index.php/Special:PluggableAuthLogin',
    pkce: false,
  },
  nextcloud: { ...WEB, name: 'Nextcloud', path: '/apps/user_oidc/code', pkce: false },
  grafana: { ...WEB, name: 'Grafana', path: '/login/generic_oauth' },
  other: { ...WEB, name: '', path: '' },
}

/** Returns where a program at this address receives players; empty without an address. */
export function redirectUriOf(product: ClientProduct, address: string): string {
  const base = address.trim().replace(/\/+$/, '')
  return base && base + presets[product].path
}

export type ClientSettings = {
  issuer: string
  clientId: string
  /** The secret; empty for a public client. */
  clientSecret: string
  redirectUri: string
  scopes: readonly string[]
}

/** Returns the settings of a program, in the form in which the program takes them. */
export function settingsFor(product: ClientProduct, given: ClientSettings): string {
  const { issuer, clientId, clientSecret, redirectUri } = given
  const scopes = given.scopes.join(' ')
  const discovery = `${issuer}/.well-known/openid-configuration`
  switch (product) {
    case 'gravit':
      return gravitCore(given)
    case 'discourse':
      return lines({
        openid_connect_enabled: 'true',
        openid_connect_discovery_document: discovery,
        openid_connect_client_id: clientId,
        openid_connect_client_secret: clientSecret,
        openid_connect_authorize_scope: scopes,
        openid_connect_use_pkce: 'true',
      })
    case 'flarum':
      return lines({
        'OAuth authorization URL': `${issuer}/oidc/auth`,
        'OAuth token URL': `${issuer}/oidc/token`,
        'Api URL providing user details when authenticated': `${issuer}/oidc/me`,
        'OAuth application ID': clientId,
        'OAuth application secret': clientSecret,
        'OAuth scopes to request': scopes,
      })
    case 'wordpress':
      return lines({
        'Client ID': clientId,
        'Client Secret Key': clientSecret,
        'OpenID Scope': scopes,
        'Login Endpoint URL': `${issuer}/oidc/auth`,
        'Userinfo Endpoint URL': `${issuer}/oidc/me`,
        'Token Validation Endpoint URL': `${issuer}/oidc/token`,
        'JWKS URI': `${issuer}/oidc/jwks`,
        'End Session Endpoint URL': `${issuer}/oidc/session/end`,
        'Identity Key': 'preferred_username',
        'Nickname Key': 'preferred_username',
        'Email Formatting': '{email}',
        'Display Name Formatting': '{name}',
      })
    case 'mediawiki':
      return `$wgPluggableAuth_Config['Log in'] = [
    'plugin' => 'OpenIDConnect',
    'data' => [
        'providerURL' => '${issuer}',
        'clientID' => '${clientId}',
        'clientsecret' => '${clientSecret}',
        'scope' => [${given.scopes.map((scope) => `'${scope}'`).join(', ')}],
        'preferred_username' => 'preferred_username',
    ],
];`
    case 'nextcloud':
      return `occ user_oidc:provider site --clientid='${clientId}' --clientsecret='${clientSecret}' \\
  --discoveryuri='${discovery}' --scope='${scopes}' \\
  --mapping-uid=sub --mapping-display-name=name --mapping-email=email --unique-uid=0`
    case 'grafana':
      return `[auth.generic_oauth]
enabled = true
name = Site
client_id = ${clientId}
client_secret = ${clientSecret}
scopes = ${scopes}
auth_url = ${issuer}/oidc/auth
token_url = ${issuer}/oidc/token
api_url = ${issuer}/oidc/me
login_attribute_path = preferred_username
name_attribute_path = name
email_attribute_path = email
use_pkce = true
allow_sign_up = true`
    case 'other':
      return lines({
        Issuer: issuer,
        Discovery: discovery,
        'Client ID': clientId,
        ...(clientSecret && { 'Client secret': clientSecret }),
        'Redirect URI': redirectUri,
        Scopes: scopes,
      })
  }
}

function lines(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Returns the `core` of an `auth` entry in LaunchServer.json (GravitLauncher 5.6, `OpenIDConfig`). */
function gravitCore({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
  scopes,
}: ClientSettings): string {
  const core = {
    type: 'openid',
    openIDConfig: {
      issuer,
      authorizationEndpoint: `${issuer}/oidc/auth`,
      tokenUri: `${issuer}/oidc/token`,
      jwksUri: `${issuer}/oidc/jwks`,
      clientId,
      clientSecret,
      redirectUri,
      scopes: scopes.join(' '),
      extractorConfig: { usernameClaim: 'preferred_username', uuidClaim: 'uuid' },
    },
    sqlSourceConfig: {
      driverClass: 'org.postgresql.Driver',
      jdbcUrl: 'jdbc:postgresql://localhost/launcher',
      username: 'launcher',
      password: 'password',
      initializeAtStart: true,
    },
  }
  return JSON.stringify({ core }, null, 2)
}
