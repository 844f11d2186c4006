import Type from 'typebox'
import { Agreement } from '../account/consent.ts'
import { PageLink } from '../content/pages.ts'
import { ShownProvider } from '../credentials/linked-accounts.ts'
import { endpoint } from '../endpoint.ts'
import { settingReplySchemas } from '../setting-schemas.ts'
import { publicSettingsOf } from '../settings.ts'
import { LocaleCode } from '../shapes.ts'

export const jwks = endpoint({
  name: 'jwks',
  summary: 'Public keys of the access tokens (RFC 7517)',
  method: 'GET',
  path: '/.well-known/jwks.json',
  caller: 'anyone',
  status: 200,
  reply: Type.Object({
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        x: Type.String(),
        kid: Type.String(),
        alg: Type.Literal('EdDSA'),
        use: Type.Literal('sig'),
      }),
    ),
  }),
  errors: [],
})

export const siteConfig = endpoint({
  name: 'siteConfig',
  summary: 'Public settings for pages, before a sign-in',
  method: 'GET',
  path: '/config',
  caller: 'anyone',
  status: 200,
  reply: Type.Object({
    ...publicSettingsOf(settingReplySchemas),
    version: Type.String(),
    waitsForOwner: Type.Boolean({ description: 'whether the site is not set up yet' }),
    pages: Type.Array(PageLink, { description: 'published and linked, in their order' }),
    agreements: Type.Array(Agreement, { description: 'what new players must agree to' }),
    languages: Type.Array(LocaleCode),
    passkeys: Type.Boolean({ description: 'whether players can sign in with a passkey' }),
    identityProviders: Type.Array(ShownProvider, {
      description: 'services whose linked accounts sign in',
    }),
    captcha: Type.Union([
      Type.Object({
        provider: Type.Union([
          Type.Literal('turnstile'),
          Type.Literal('hcaptcha'),
          Type.Literal('recaptcha'),
        ]),
        siteKey: Type.String(),
      }),
      Type.Null(),
    ]),
  }),
  errors: [],
})

const HealthReply = Type.Object({ status: Type.Literal('ok') })

export const live = endpoint({
  name: 'live',
  summary: 'Liveness: the process responds',
  method: 'GET',
  path: '/health/live',
  caller: 'anyone',
  status: 200,
  reply: HealthReply,
  errors: [],
})

export const ready = endpoint({
  name: 'ready',
  summary: 'Readiness: the database can be read and written and the process is not shutting down',
  method: 'GET',
  path: '/health/ready',
  caller: 'anyone',
  status: 200,
  reply: HealthReply,
  errors: [],
})

export const metrics = endpoint({
  name: 'metrics',
  summary: 'Metrics for Prometheus, for local programs or with METRICS_TOKEN as Bearer',
  method: 'GET',
  path: '/metrics',
  caller: 'anyone',
  status: 200,
  reply: Type.String(),
  produces: 'text/plain',
  errors: ['auth.forbidden'],
})

export const openApi = endpoint({
  name: 'openApi',
  summary: 'This contract as OpenAPI 3.1',
  method: 'GET',
  path: '/openapi.json',
  caller: 'anyone',
  status: 200,
  reply: Type.Object({}, { additionalProperties: true }),
  errors: [],
})
