import type { Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner, openStaff, type Staff } from '../support/staff.ts'

type Call = (site: Site) => Promise<Reply>

function asOwner(call: (owner: Staff) => Promise<Reply>): Call {
  return async (site) => call(await openOwner(site))
}

/** Makes a call as a player who may only open the panel. */
function asReader(call: (reader: Staff) => Promise<Reply>): Call {
  return async (site) => call(await openStaff(site, 'Reader', { nodes: ['panel.access'] }))
}

const ROLE = { id: 'vip', name: 'VIP', priority: 1, permissions: ['player.skin.hd'] }
const GROUP = { id: 'gold', name: 'Gold', permissions: ['player.skin.hd'] }

/** A successful and a refused call for each endpoint about permissions. */
export const accessCalls = {
  listRoles: {
    happy: asReader((reader) => reader.get('/admin/roles')),
    refused: asReader((reader) => reader.get('/admin/roles?limit=0')),
  },
  createRole: {
    happy: asOwner((owner) => owner.post('/admin/roles', ROLE)),
    refused: asReader((reader) => reader.post('/admin/roles', ROLE)),
  },
  showRole: {
    happy: asReader((reader) => reader.get('/admin/roles/default')),
    refused: asReader((reader) => reader.get('/admin/roles/unknown')),
  },
  changeRole: {
    happy: asOwner((owner) => owner.patch('/admin/roles/default', { name: 'Player' })),
    refused: asOwner((owner) => owner.patch('/admin/roles/default', { priority: 1 })),
  },
  deleteRole: {
    happy: asOwner(async (owner) => {
      await owner.role('vip', 1)
      return owner.delete('/admin/roles/vip')
    }),
    refused: asOwner((owner) => owner.delete('/admin/roles/default')),
  },
  listGroups: {
    happy: asReader((reader) => reader.get('/admin/groups')),
    refused: asReader((reader) => reader.get('/admin/groups?cursor=x')),
  },
  createGroup: {
    happy: asOwner((owner) => owner.post('/admin/groups', GROUP)),
    refused: asOwner((owner) => owner.post('/admin/groups', { ...GROUP, id: 'default' })),
  },
  orderGroups: {
    happy: asOwner(async (owner) => {
      await owner.group('gold')
      return owner.put('/admin/group-order', { ids: ['gold'] })
    }),
    refused: asOwner((owner) => owner.put('/admin/group-order', { ids: ['unknown'] })),
  },
  showGroup: {
    happy: asOwner(async (owner) => {
      await owner.group('gold')
      return owner.get('/admin/groups/gold')
    }),
    refused: asReader((reader) => reader.get('/admin/groups/unknown')),
  },
  changeGroup: {
    happy: asOwner(async (owner) => {
      await owner.group('gold')
      return owner.patch('/admin/groups/gold', { permissions: ['a.b'] })
    }),
    refused: asOwner((owner) => owner.patch('/admin/groups/unknown', {})),
  },
  deleteGroup: {
    happy: asOwner(async (owner) => {
      await owner.group('gold')
      return owner.delete('/admin/groups/gold')
    }),
    refused: asOwner((owner) => owner.delete('/admin/groups/default')),
  },
  listGrants: {
    happy: asOwner((owner) => owner.get(`/admin/players/${owner.id}/groups`)),
    refused: asOwner((owner) => owner.get('/admin/players/unknown/groups')),
  },
  giveGrant: {
    happy: asOwner(async (owner) => {
      await owner.group('gold')
      return owner.post(`/admin/players/${owner.id}/groups`, { group: 'gold', days: 30 })
    }),
    refused: asOwner((owner) =>
      owner.post(`/admin/players/${owner.id}/groups`, { group: 'gold', days: 30 }),
    ),
  },
  takeGrant: {
    happy: asOwner(async (owner) => {
      const path = `/admin/players/${owner.id}/groups`
      const { body } = await owner.post(path, { node: 'player.skin.hd', forever: true })
      return owner.delete(`${path}/${body.grant.id}`)
    }),
    refused: asOwner((owner) => owner.delete(`/admin/players/${owner.id}/groups/unknown`)),
  },
  listPermissions: {
    happy: asReader((reader) => reader.get('/admin/permissions')),
    refused: async (site: Site) => (await openStaff(site, 'Steve')).get('/admin/permissions'),
  },
  showStanding: {
    happy: asOwner((owner) => owner.get('/admin/players/owner/standing')),
    refused: asOwner((owner) => owner.get('/admin/players/nobody/standing')),
  },
  explainPermission: {
    happy: asOwner((owner) =>
      owner.get('/admin/permissions/explain?player=owner&permission=player.skin.hd'),
    ),
    refused: asOwner((owner) => owner.get('/admin/permissions/explain?player=owner&permission=*')),
  },
}
