import assert from 'node:assert/strict'
import type { Checkup, System } from '@portal/contract'
import { administrator } from '../../support/administrator.ts'
import type { Site } from '../../support/site.ts'

/** The permission to see the system page. */
export const SYSTEM_PERMISSION = ['panel.system.read']

/** Gets the system page as an administrator who may see it. */
export async function systemOf(site: Site): Promise<System> {
  const alex = await administrator(site, SYSTEM_PERMISSION)
  const { status, body } = await alex.get('/admin/system')
  assert.equal(status, 200)
  return body
}

/** Returns the states of some checks by their ids. */
export function statesOf({ checkups }: { checkups: Checkup[] }, ...ids: string[]) {
  return Object.fromEntries(ids.map((id) => [id, find(checkups, id).state]))
}

/** Returns the checkup with this id. @throws if there is none */
export function find(checkups: readonly Checkup[], id: string): Checkup {
  return checkups.find((checkup) => checkup.id === id) ?? assert.fail(id)
}
