import type { Administrator } from '../../support/administrator.ts'

/** The permissions to see players and to edit their names, addresses and passwords. */
export const MAY_EDIT = ['panel.players.read', 'panel.players.edit']

/** Changes a player as this administrator (docs/contract.md#players). */
export function edit(
  by: Pick<Administrator, 'send'>,
  uuid: string,
  body: object | string,
  instance = 0,
) {
  return by.send('PATCH', `/admin/players/${uuid}`, body, instance)
}
