import Type from 'typebox'
import { passwordFaults } from '../credentials/password.ts'
import { endpoint } from '../endpoint.ts'
import { settingDefinitions } from '../settings.ts'
import { Email, LocaleCode, LoginReply, NewPassword, text, Username } from '../shapes.ts'

const SetupToken = text({
  maxLength: 256,
  description: 'from the link in the log of the first start',
})

const limits = [
  { name: 'setup', calls: 60, perSeconds: 3600, per: 'ip', counts: 'refusals' },
] as const

export const checkSetup = endpoint({
  name: 'checkSetup',
  summary: 'Data that the owner should check before setting up the site',
  method: 'POST',
  path: '/setup/check',
  caller: 'anyone',
  limits,
  body: Type.Object({ token: SetupToken }),
  status: 200,
  reply: Type.Object({
    siteName: Type.String(),
    defaultLanguage: LocaleCode,
    publicUrl: Type.String({ description: 'PUBLIC_URL, the base of links and cookies' }),
    database: Type.Union([Type.Literal('SQLite'), Type.Literal('PostgreSQL')]),
    mail: Type.Boolean({
      description: 'whether a mail server is set; otherwise mails become files',
    }),
    mailFolder: Type.String({ description: 'where mails are kept without one' }),
    address: Type.String({ description: "the caller's address as the site sees it" }),
    proxy: Type.Object({
      trusted: Type.String({ description: 'TRUST_PROXY' }),
      forwardedFor: Type.String({ description: 'X-Forwarded-For of this request' }),
    }),
  }),
  errors: ['setup.linkexpired'],
})

export const setUpSite = endpoint({
  name: 'setUpSite',
  summary: 'Name the site and create its first administrator; works once',
  method: 'POST',
  path: '/setup/finish',
  caller: 'anyone',
  limits,
  body: Type.Object({
    token: SetupToken,
    siteName: text({ minLength: 1, maxLength: settingDefinitions.siteName.most }),
    defaultLanguage: LocaleCode,
    username: Username,
    email: Email,
    password: NewPassword,
    panelNeedsTwoFactor: Type.Optional(Type.Boolean({ description: 'false unless given' })),
  }),
  idempotent: true,
  status: 201,
  reply: LoginReply,
  errors: [
    'setup.linkexpired',
    'auth.unauthorized',
    'auth.usernametaken',
    'auth.emailtaken',
    ...passwordFaults,
  ],
})
