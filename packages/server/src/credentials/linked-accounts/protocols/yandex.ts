import Type from 'typebox'
import { Check } from 'typebox/value'
import { personOf, WrongAnswer } from '../identity.ts'
import { askService, oauthKind } from './oauth.ts'

const User = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  client_id: Type.String(),
  login: Type.Optional(Type.String()),
  display_name: Type.Optional(Type.String()),
})

/** Yandex ID, as its documentation describes it: a code from the address, then `login.yandex.ru/info`. */
export const yandex = oauthKind({
  authorizeUrl: 'https://oauth.yandex.ru/authorize',
  tokenUrl: 'https://oauth.yandex.ru/token',
  async personOf(hosts, { provider }, { access_token: token }) {
    const headers = { Authorization: `OAuth ${token}` }
    const user = await askService(hosts, 'https://login.yandex.ru/info?format=json', { headers })
    if (!Check(User, user)) throw new WrongAnswer('it names no account')
    if (user.client_id !== provider.clientId) throw new WrongAnswer('it is for another application')
    return personOf(user.id, [user.display_name, user.login])
  },
})
