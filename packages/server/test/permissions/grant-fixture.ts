import type { Site } from '../support/site.ts'
import { openOwner, openStaff, type Staff } from '../support/staff.ts'

/** The permission of the rank `gold`. */
export const HD = 'player.skin.hd'

/** Creates a player, a rank `gold` that allows HD skins, and an owner who grants it. */
export async function grantFixture(site: Site) {
  const owner = await openOwner(site)
  await owner.group('gold', [HD])
  const steve = await openStaff(site, 'Steve')
  const path = `/admin/players/${steve.id}/groups`
  return {
    owner,
    steve,
    path,
    give: (body: object) => owner.post(path, { group: 'gold', ...body }),
    take: (id: string) => owner.delete(`${path}/${id}`),
    list: async () => (await owner.get(path)).body.items,
    mayHd: async (who: Pick<Staff, 'permissions'> = steve) =>
      (await who.permissions()).includes(HD),
    groups: async () => (await steve.get('/auth/me')).body.user.groups,
  }
}
