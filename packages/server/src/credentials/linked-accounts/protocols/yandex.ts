import Type from 'typebox'
import { Check } from 'typebox/value'
import { externalIdentityOf, InvalidProviderResponse } from '../identity.ts'
import { oauthProtocol, requestJson } from './oauth.ts'

const User = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  client_id: Type.String(),
  login: Type.Optional(Type.String()),
  display_name: Type.Optional(Type.String()),
})

export const yandex = oauthProtocol({
  authorizeUrl: 'https://oauth.yandex.ru/authorize',
  tokenUrl: 'https://oauth.yandex.ru/token',
  async identify(hosts, { provider }, { access_token: token }) {
    const headers = { Authorization: `OAuth ${token}` }
    const user = await requestJson(hosts, 'https://login.yandex.ru/info?format=json', { headers })
    if (!Check(User, user)) throw new InvalidProviderResponse('it names no account')
    if (user.client_id !== provider.clientId)
      throw new InvalidProviderResponse('it is for another application')
    return externalIdentityOf(user.id, [user.display_name, user.login])
  },
})
