import Type from 'typebox'
import { passwordFaults } from '../credentials/password.ts'
import { endpoint } from '../endpoint.ts'
import { Email, LoginReply, NewPassword, text, Username } from '../shapes.ts'
import { Consents } from './consent.ts'

export const register = endpoint({
  name: 'register',
  summary: 'Create an account and sign in',
  method: 'POST',
  path: '/auth/register',
  caller: 'anyone',
  captcha: 'register',
  limits: [
    { name: 'registrations', calls: 5, perSeconds: 3600, per: 'ip', counts: 'successes' },
    { name: 'refused-registrations', calls: 60, perSeconds: 3600, per: 'ip', counts: 'refusals' },
  ],
  body: Type.Object({
    username: Username,
    email: Email,
    password: NewPassword,
    ref: Type.Optional(text({ maxLength: 65_536, description: 'username of the inviter' })),
    ...Consents.properties,
  }),
  idempotent: true,
  status: 201,
  reply: LoginReply,
  errors: [
    'auth.registrationclosed',
    'auth.unauthorized',
    'auth.usernametaken',
    'auth.emailtaken',
    ...passwordFaults,
  ],
})
