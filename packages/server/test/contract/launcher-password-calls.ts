import { launcherPasswordsOf, turnOn } from '../integrations/yggdrasil/game-player.ts'
import { owner } from '../support/administrator.ts'
import { asSteve } from './cabinet-calls.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about launcher passwords. */
export const launcherPasswordCalls = {
  listLauncherPasswords: {
    async happy(site) {
      await turnOn(site)
      const passwords = launcherPasswordsOf(await site.player('Steve'))
      await passwords.create()
      return passwords.list()
    },
    refused: (site) => site.browser().get('/cabinet/launcher-passwords'),
  },
  createLauncherPassword: {
    async happy(site) {
      await turnOn(site)
      return launcherPasswordsOf(await site.player('Steve')).create()
    },
    refused: asSteve((steve) => launcherPasswordsOf(steve).create()),
  },
  revokeLauncherPassword: {
    async happy(site) {
      await turnOn(site)
      const passwords = launcherPasswordsOf(await site.player('Steve'))
      return passwords.revoke((await passwords.create()).body.id)
    },
    refused: asSteve((steve) => launcherPasswordsOf(steve).revoke('unknown')),
  },
  revokeLaunchers: {
    async happy(site) {
      await turnOn(site)
      const steve = await site.player('Steve')
      await launcherPasswordsOf(steve).create()
      return (await owner(site)).send('DELETE', `/admin/players/${steve.id}/launchers`)
    },
    refused: async (site) => (await owner(site)).send('DELETE', '/admin/players/unknown/launchers'),
  },
} satisfies Partial<Record<Name, Calls>>
