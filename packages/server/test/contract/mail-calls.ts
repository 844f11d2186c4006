import { owner } from '../support/administrator.ts'
import type { Calls, Name } from './contract-calls.ts'

const PATH = '/admin/mail/server'

/** A mail server at a closed port, so that its test fails immediately. */
const SERVER = {
  host: '127.0.0.1',
  port: 9,
  security: 'none',
  user: '',
  from: 'post@blocks.example',
}

/** A successful and a refused call for each endpoint about the mail server. */
export const mailCalls = {
  showMailServer: {
    happy: async (site) => (await owner(site)).get(PATH),
    refused: (site) => site.browser().get(PATH),
  },
  changeMailServer: {
    happy: async (site) => (await owner(site)).send('PUT', PATH, SERVER),
    refused: async (site) => (await owner(site)).send('PUT', PATH, { ...SERVER, port: 0 }),
  },
  removeMailServer: {
    happy: async (site) => (await owner(site)).send('DELETE', PATH),
    refused: (site) => site.browser().send('DELETE', PATH),
  },
  tryMailServer: {
    happy: async (site) => (await owner(site)).send('POST', `${PATH}/test`, SERVER),
    refused: async (site) =>
      (await owner(site)).send('POST', `${PATH}/test`, { ...SERVER, user: 'portal' }),
  },
} satisfies Partial<Record<Name, Calls>>
