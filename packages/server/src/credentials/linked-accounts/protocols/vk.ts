import Type from 'typebox'
import { Check } from 'typebox/value'
import { externalIdentityOf, InvalidProviderResponse } from '../identity.ts'
import { oauthProtocol, requestJson } from './oauth.ts'

const UserId = Type.Union([Type.String({ pattern: '^[0-9]{1,20}$' }), Type.Integer({ minimum: 1 })])
const UserInfo = Type.Object({
  user: Type.Object({
    user_id: UserId,
    first_name: Type.Optional(Type.String()),
    last_name: Type.Optional(Type.String()),
  }),
})

/** VK ID by OAuth 2.1 with PKCE. The code exchange repeats `device_id` and `state` of the redirect. */
export const vk = oauthProtocol({
  authorizeUrl: 'https://id.vk.com/authorize',
  tokenUrl: 'https://id.vk.com/oauth2/auth',
  extraParams(response) {
    const [deviceId, state] = [response.get('device_id'), response.get('state')]
    return deviceId && state ? { device_id: deviceId, state } : undefined
  },
  async identify(hosts, { provider }, { access_token: token, user_id: tokenUserId }) {
    const body = new URLSearchParams({ client_id: provider.clientId, access_token: token })
    const url = 'https://id.vk.com/oauth2/user_info'
    const response = await requestJson(hosts, url, { method: 'POST', body })
    if (!Check(UserInfo, response)) throw new InvalidProviderResponse('it names no account')
    const { user_id: id, first_name: first = '', last_name: last = '' } = response.user
    if (tokenUserId !== undefined && String(tokenUserId) !== String(id)) {
      throw new InvalidProviderResponse('the token is of another account')
    }
    return externalIdentityOf(id, [`${first} ${last}`.trim()])
  },
})
