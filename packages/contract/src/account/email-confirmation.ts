import Type from 'typebox'
import { passwordLimits } from '../credentials/password.ts'
import { endpoint } from '../endpoint.ts'
import { Email, text, User } from '../shapes.ts'

const CodeBody = Type.Object({ code: text({ maxLength: 16, description: 'six digits' }) })

export const verify = endpoint({
  name: 'verify',
  summary: 'Confirm the address of the account with the mailed code',
  method: 'POST',
  path: '/auth/verify',
  caller: 'any-player',
  captcha: 'verify',
  limits: [{ name: 'codes', calls: 10, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: CodeBody,
  status: 200,
  reply: Type.Object({ user: User }),
  errors: ['auth.wrongcode', 'auth.codeexpired'],
})

export const resend = endpoint({
  name: 'resend',
  summary: 'Mail a new code and void the previous one',
  method: 'GET',
  path: '/auth/resend',
  caller: 'any-player',
  changes: true,
  limits: [{ name: 'code-mails', calls: 3, perSeconds: 600, per: 'player', counts: 'calls' }],
  status: 204,
  reply: Type.Null(),
  errors: ['auth.alreadyactivated', 'auth.noemail'],
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  summary: 'Mail a code to the new address and a notice to the old one',
  method: 'POST',
  path: '/cabinet/email',
  caller: 'unconfirmed-player',
  limits: [
    ...passwordLimits,
    { name: 'address-mails', calls: 5, perSeconds: 3600, per: 'player', counts: 'calls' },
  ],
  reauthentication: { password: 'alone' },
  body: Type.Object({ email: Email, password: text({ minLength: 1, maxLength: 1024 }) }),
  status: 204,
  reply: Type.Null(),
  errors: ['password.wrong', 'auth.emailtaken'],
})

export const verifyEmailChange = endpoint({
  name: 'verifyEmailChange',
  summary: 'Confirm the new address with the mailed code',
  method: 'POST',
  path: '/cabinet/email/verify',
  caller: 'unconfirmed-player',
  limits: [{ name: 'address-codes', calls: 10, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: CodeBody,
  status: 200,
  reply: Type.Object({ user: User }),
  errors: ['auth.wrongcode', 'auth.codeexpired', 'auth.emailtaken'],
})
