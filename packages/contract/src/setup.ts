import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { passwordFaults } from './password.ts'
import { Email, LocaleCode, LoginReply, NewPassword, text, Username } from './shapes.ts'

const SetupToken = text({ maxLength: 256, description: 'from the link in the start log' })

const limits = [
  { name: 'setup', calls: 60, perSeconds: 3600, per: 'ip', counts: 'refusals' },
] as const

export const checkSetup = endpoint({
  name: 'checkSetup',
  summary: 'What the first start should know before the site is set up',
  method: 'POST',
  path: '/setup/check',
  caller: 'anyone',
  limits,
  body: Type.Object({ token: SetupToken }),
  status: 200,
  reply: Type.Object({
    siteName: Type.String(),
    defaultLanguage: LocaleCode,
    publicUrl: Type.String({ description: 'PUBLIC_URL, which links and cookies are made from' }),
    database: Type.Union([Type.Literal('SQLite'), Type.Literal('PostgreSQL')]),
    mail: Type.Boolean({ description: 'whether SMTP_URL is set; else mails are kept as files' }),
    address: Type.String({ description: 'the caller as the site sees him' }),
    proxy: Type.Object({
      trusted: Type.String({ description: 'TRUST_PROXY' }),
      forwardedFor: Type.String({ description: 'the X-Forwarded-For of this very request' }),
    }),
  }),
  errors: ['setup.linkexpired'],
})

export const setUpSite = endpoint({
  name: 'setUpSite',
  summary: 'Name the site and make its first administrator; works once',
  method: 'POST',
  path: '/setup/finish',
  caller: 'anyone',
  limits,
  body: Type.Object({
    token: SetupToken,
    siteName: text({ minLength: 1, maxLength: 64 }),
    defaultLanguage: LocaleCode,
    username: Username,
    email: Email,
    password: NewPassword,
  }),
  status: 201,
  reply: LoginReply,
  errors: ['setup.linkexpired', 'auth.usernametaken', 'auth.emailtaken', ...passwordFaults],
})
