import { openClient } from '../integrations/yggdrasil/game-client.ts'
import { openGame, turnOn, waitForKey } from '../integrations/yggdrasil/game-player.ts'
import { skinFile } from '../profiles/textures/texture-requests.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint that takes a game token. */
export const gameClientCalls = {
  uploadGameTexture: {
    happy: async (site) => (await openClient(site)).upload('skin', skinFile(1)),
    refused: async (site) => (await openClient(site, 'dead')).upload('skin', skinFile(1)),
  },
  deleteGameTexture: {
    happy: async (site) => (await openClient(site)).remove('skin'),
    refused: async (site) => (await openClient(site, 'dead')).remove('skin'),
  },
  showGameAttributes: {
    happy: async (site) => (await openClient(site)).attributes(),
    refused: async (site) => (await openClient(site, 'dead')).attributes(),
  },
  listBlockedPlayers: {
    happy: async (site) => (await openClient(site)).blocked(),
    refused: async (site) => (await openClient(site, 'dead')).blocked(),
  },
  issueCertificate: {
    async happy(site) {
      const client = await openClient(site)
      await waitForKey(site)
      return client.certificates()
    },
    refused: async (site) => (await openClient(site, 'dead')).certificates(),
  },
  listPublicKeys: {
    async happy(site) {
      await turnOn(site)
      await waitForKey(site)
      return openGame(site).ask('minecraftservices/publickeys')
    },
    refused: (site) => openGame(site).ask('minecraftservices/publickeys'),
  },
  showGameServices: {
    async happy(site) {
      await turnOn(site)
      return openGame(site).ask('minecraft/client')
    },
    refused: (site) => openGame(site).ask('minecraft/client'),
  },
} satisfies Partial<Record<Name, Calls>>
