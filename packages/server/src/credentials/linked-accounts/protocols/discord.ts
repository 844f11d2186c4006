import Type from 'typebox'
import { Check } from 'typebox/value'
import { personOf, WrongAnswer } from '../identity.ts'
import { askService, oauthKind } from './oauth.ts'

const User = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  username: Type.Optional(Type.String()),
  global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/** Discord, as its developer documentation describes it: OAuth2, Get Current User (`identify`). */
export const discord = oauthKind({
  authorizeUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  issuer: 'https://discord.com',
  scope: 'identify',
  async personOf(hosts, _question, { access_token: token }) {
    const headers = { Authorization: `Bearer ${token}` }
    const user = await askService(hosts, 'https://discord.com/api/v10/users/@me', { headers })
    if (!Check(User, user)) throw new WrongAnswer('it names no account')
    return personOf(user.id, [user.global_name, user.username])
  },
})
