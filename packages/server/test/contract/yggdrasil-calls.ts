import { openGame, openSteve, turnOn, waitForKey } from '../integrations/yggdrasil/game-player.ts'
import { PASSWORD } from '../support/site.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint of Yggdrasil. */
export const yggdrasilCalls = {
  showYggdrasil: {
    async happy(site) {
      await turnOn(site)
      return openGame(site).ask('')
    },
    refused: (site) => openGame(site).ask(''),
  },
  authenticateGame: {
    happy: async (site) => (await openSteve(site)).signedIn,
    refused: async (site) => (await openSteve(site)).game.authenticate('Steve', 'wrong guess'),
  },
  refreshGame: {
    async happy(site) {
      const { game, signedIn } = await openSteve(site)
      return game.refresh({ accessToken: signedIn.body.accessToken, requestUser: true })
    },
    refused: async (site) => (await openSteve(site)).game.refresh({ accessToken: 'unknown' }),
  },
  validateGame: {
    async happy(site) {
      const { game, signedIn } = await openSteve(site)
      return game.validate({ accessToken: signedIn.body.accessToken })
    },
    refused: async (site) => (await openSteve(site)).game.validate({ accessToken: 'unknown' }),
  },
  invalidateGame: {
    async happy(site) {
      const { game, signedIn } = await openSteve(site)
      return game.invalidate({ accessToken: signedIn.body.accessToken })
    },
    refused: async (site) => (await openSteve(site)).game.invalidate({}),
  },
  signOutGame: {
    happy: async (site) => (await openSteve(site)).game.signOut('Steve', PASSWORD),
    refused: async (site) => (await openSteve(site)).game.signOut('Steve', 'wrong guess'),
  },
  joinGame: {
    async happy(site) {
      const { game, signedIn } = await openSteve(site)
      return game.join(signedIn, 'a-server')
    },
    async refused(site) {
      const { game, signedIn } = await openSteve(site)
      await game.invalidate({ accessToken: signedIn.body.accessToken })
      return game.join(signedIn, 'a-server')
    },
  },
  askHasJoined: {
    async happy(site) {
      const { game, signedIn } = await openSteve(site)
      await waitForKey(site)
      await game.join(signedIn, 'a-server')
      return game.hasJoined('Steve', 'a-server')
    },
    refused: async (site) => (await openSteve(site)).game.hasJoined('Steve', ''),
  },
  showGameProfile: {
    async happy(site) {
      const { game, bareId } = await openSteve(site)
      return game.profile(bareId)
    },
    refused: (site) => openGame(site).profile('unknown'),
  },
  findProfilesByName: {
    async happy(site) {
      const { game } = await openSteve(site)
      return game.send('api/profiles/minecraft', ['Steve'])
    },
    async refused(site) {
      const { game } = await openSteve(site)
      return game.send('api/profiles/minecraft', Array(101).fill('Steve'))
    },
  },
  findServicesProfiles: {
    async happy(site) {
      const { game } = await openSteve(site)
      return game.send('minecraftservices/minecraft/profile/lookup/bulk/byname', ['Steve'])
    },
    async refused(site) {
      const { game } = await openSteve(site)
      return game.send('minecraftservices/minecraft/profile/lookup/bulk/byname', { name: 'Steve' })
    },
  },
  findServicesProfile: {
    async happy(site) {
      const { game } = await openSteve(site)
      return game.ask('minecraftservices/minecraft/profile/lookup/name/steve')
    },
    async refused(site) {
      const { game } = await openSteve(site)
      return game.ask('minecraftservices/minecraft/profile/lookup/name/nobody')
    },
  },
  findProfileByName: {
    happy: async (site) => (await openSteve(site)).game.ask('api/users/profiles/minecraft/steve'),
    refused: async (site) =>
      (await openSteve(site)).game.ask('api/users/profiles/minecraft/nobody'),
  },
} satisfies Partial<Record<Name, Calls>>
