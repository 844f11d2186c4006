import { openAzauth } from '../integrations/protocols/azauth-launcher.ts'
import { openGml } from '../integrations/protocols/gml-server.ts'
import { PASSWORD } from '../support/site.ts'
import type { Calls } from './contract-calls.ts'

export const dialectCalls = {
  gmlSignIn: {
    async happy(site) {
      await site.player('Steve')
      return (await openGml(site)).signIn('Steve', PASSWORD)
    },
    refused: async (site) => (await openGml(site)).signIn('Nobody', 'wrong guess'),
  },
  azauthSignIn: {
    async happy(site) {
      await site.player('Steve')
      return (await openAzauth(site)).signIn('Steve', PASSWORD)
    },
    refused: async (site) => (await openAzauth(site)).signIn('Nobody', 'wrong guess'),
  },
  azauthVerify: {
    async happy(site) {
      await site.player('Steve')
      const launcher = await openAzauth(site)
      const { body } = await launcher.signIn('Steve', PASSWORD)
      return launcher.verify(body.access_token)
    },
    refused: async (site) => (await openAzauth(site)).verify('unknown'),
  },
  azauthLogout: {
    happy: async (site) => (await openAzauth(site)).logOut('unknown'),
    refused: (site) => site.browser().post('/api/auth/logout', { access_token: 'unknown' }),
  },
} as const satisfies Record<string, Calls>
