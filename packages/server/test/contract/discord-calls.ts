import { owner } from '../support/administrator.ts'
import type { Calls, Name } from './contract-calls.ts'

const PATH = '/admin/discord'

/** A successful and a refused call for each endpoint about roles on Discord. */
export const discordCalls = {
  showDiscord: {
    happy: async (site) => (await owner(site)).get(PATH),
    refused: (site) => site.browser().get(PATH),
  },
  changeDiscord: {
    happy: async (site) => {
      const mappings = [{ kind: 'role', id: 'default', discordRole: '7' }]
      return (await owner(site)).send('PUT', PATH, { server: '9', token: 'a.b.c', mappings })
    },
    refused: async (site) => (await owner(site)).send('PUT', PATH, { enabled: true }),
  },
} satisfies Partial<Record<Name, Calls>>
