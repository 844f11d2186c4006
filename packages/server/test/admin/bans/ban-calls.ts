import type { Administrator } from '../../support/administrator.ts'

/** The permissions to ban players and to read their bans. */
export const MAY_BAN = ['panel.players.ban', 'panel.players.read']

export function ban(
  by: Administrator,
  playerId: string,
  body: object = { reason: 'griefing' },
  instance = 0,
) {
  return by.send('POST', `/admin/players/${playerId}/ban`, body, instance)
}

export function unban(by: Administrator, playerId: string, instance = 0) {
  return by.send('DELETE', `/admin/players/${playerId}/ban`, undefined, instance)
}

/** Lists a player's bans, latest first. */
export async function bansOf(by: Administrator, playerId: string) {
  return (await by.get(`/admin/players/${playerId}/bans`)).body.items
}
