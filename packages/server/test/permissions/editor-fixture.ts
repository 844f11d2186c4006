import type { Site } from '../support/site.ts'
import { openOwner, openStaff } from '../support/staff.ts'

/** The outcome for an editor with the required permissions. */
export const DONE = '200'

/** The outcome for an editor without the required permissions. */
export const NO = '403 auth.forbidden'

/** Creates roles of several priorities. `mod` may change players, roles and ranks. */
export async function editorFixture(site: Site) {
  const owner = await openOwner(site)
  await owner.role('admin', 100, ['panel.*', 'player.*', '-panel.keys.manage'])
  await owner.role('mod', 50, [
    ...['panel.access', 'panel.players.*', 'panel.roles.edit', 'panel.groups.edit'],
    ...['player.skin.*', 'launcher.build.*', '-launcher.build.test', 'essentials.fly'],
  ])
  await owner.role('helper', 20, ['panel.access'])
  await owner.role('vip', 10, ['player.skin.hd'])
  await owner.role('caped', 10, ['player.cape.hd'])
  await owner.role('tester', 10, ['launcher.build.test'])
  await owner.role('jailed', 5, ['-player.skin.upload'])
  await owner.role('capeless', 5, ['-player.cape.upload', '-player.cape.hd'])
  const mod = await openStaff(site, 'Mod', { roles: ['mod'] })
  return { owner, mod, steve: await openStaff(site, 'Steve') }
}
