import { openGml } from '../dialect/gml-server.ts'
import { PASSWORD } from '../site.ts'
import type { Calls } from './contract-calls.ts'

export const dialectCalls = {
  gmlSignIn: {
    async happy(site) {
      await site.player('Steve')
      return (await openGml(site)).signIn('Steve', PASSWORD)
    },
    refused: async (site) => (await openGml(site)).signIn('Nobody', 'wrong guess'),
  },
} as const satisfies Record<string, Calls>
