import Type from 'typebox'
import { Check } from 'typebox/value'
import { externalIdentityOf, InvalidProviderResponse } from '../identity.ts'
import { oauthProtocol, requestJson } from './oauth.ts'

const User = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  username: Type.Optional(Type.String()),
  global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/**
 * Signs in with Discord by OAuth2 and reads the account by "Get Current User" with the scope `identify` (Discord's
 * developer documentation).
 */
export const discord = oauthProtocol({
  authorizeUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  issuer: 'https://discord.com',
  scope: 'identify',
  async identify(hosts, _providerRequest, { access_token: token }) {
    const headers = { Authorization: `Bearer ${token}` }
    const user = await requestJson(hosts, 'https://discord.com/api/v10/users/@me', { headers })
    if (!Check(User, user)) throw new InvalidProviderResponse('it names no account')
    return externalIdentityOf(user.id, [user.global_name, user.username])
  },
})
