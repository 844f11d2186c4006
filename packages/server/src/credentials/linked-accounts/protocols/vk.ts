import Type from 'typebox'
import { Check } from 'typebox/value'
import { personOf, WrongAnswer } from '../identity.ts'
import { askService, oauthKind } from './oauth.ts'

const UserId = Type.Union([Type.String({ pattern: '^[0-9]{1,20}$' }), Type.Integer({ minimum: 1 })])
const Answer = Type.Object({
  user: Type.Object({
    user_id: UserId,
    first_name: Type.Optional(Type.String()),
    last_name: Type.Optional(Type.String()),
  }),
})

/**
 * VK ID, as its documentation describes it: OAuth 2.1 with PKCE, where an exchange repeats the `device_id` and
 * the `state` that came with the code, then `oauth2/user_info`.
 */
export const vk = oauthKind({
  authorizeUrl: 'https://id.vk.com/authorize',
  tokenUrl: 'https://id.vk.com/oauth2/auth',
  besides(answer) {
    const [deviceId, state] = [answer.get('device_id'), answer.get('state')]
    return deviceId && state ? { device_id: deviceId, state } : undefined
  },
  async personOf(hosts, { provider }, { access_token: token, user_id: of }) {
    const body = new URLSearchParams({ client_id: provider.clientId, access_token: token })
    const url = 'https://id.vk.com/oauth2/user_info'
    const answer = await askService(hosts, url, { method: 'POST', body })
    if (!Check(Answer, answer)) throw new WrongAnswer('it names no account')
    const { user_id: id, first_name: first = '', last_name: last = '' } = answer.user
    if (of !== undefined && String(of) !== String(id)) {
      throw new WrongAnswer('the token is of another account')
    }
    return personOf(id, [`${first} ${last}`.trim()])
  },
})
