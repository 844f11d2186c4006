import { decideByNodes } from '@portal/contract/decide'
import { coversPanelPermissionsOf } from '../../src/permissions/delegation.ts'
import type { EffectivePermissions } from '../../src/permissions/effective/effective.ts'
import type { PermissionRow } from '../../src/permissions/effective/effective-store.ts'
import {
  toEffectivePermissions,
  toForecast,
} from '../../src/permissions/effective/find-effective-permissions.ts'
import { guaranteedUntil, upperBound } from '../../src/permissions/effective/permission-forecast.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { rowsOf } from './effective.ts'
import { law, randomHoldings } from './random-holdings.ts'

const PLAYER = { id: 'steve', activatedAt: 1, superuserAt: null }
const INSTANTS = [0, 1, 2, 3, 4]

law(
  'a permission that a forecast guarantees until an instant is allowed at every earlier instant',
  (chance) => {
    const held = timedRows(chance)
    const end = chance.pick(INSTANTS) + 1
    const lasting = guaranteedUntil(toForecast(PLAYER, held, 0), end)

    const lost = world.filter(
      (path) =>
        may(lasting, path) &&
        INSTANTS.some((instant) => instant < end && !may(permissionsAt(held, instant), path)),
    )
    return lost.length === 0 ? undefined : { held, end, lost }
  },
)

law('no future permission exceeds the upper bound of the forecast', (chance) => {
  const held = timedRows(chance)
  const most = upperBound(toForecast(PLAYER, held, 0))

  const more = world.filter(
    (path) =>
      !may(most, path) && INSTANTS.some((instant) => may(permissionsAt(held, instant), path)),
  )
  return more.length === 0 ? undefined : { held, more }
})

law(
  'an editor can change only accounts that will never hold more panel permissions than the editor',
  (chance) => {
    const [account, editor] = [timedRows(chance), timedRows(chance)]
    if (!coversPanelPermissionsOf(toForecast(PLAYER, account, 0), toForecast(PLAYER, editor, 0)))
      return undefined

    const gained = INSTANTS.filter(
      (at) =>
        panelPermissionsBeyond(permissionsAt(account, at), permissionsAt(editor, at)).length > 0,
    )
    return gained.length === 0 ? undefined : { account, editor, gained }
  },
)

law(
  'if no permission ends, an editor may change exactly the accounts whose panel permissions the editor holds',
  (chance) => {
    const [account, editor] = [someRows(chance), someRows(chance)]
    const may = coversPanelPermissionsOf(
      toForecast(PLAYER, account, 0),
      toForecast(PLAYER, editor, 0),
    )

    const beyond = panelPermissionsBeyond(permissionsAt(account, 0), permissionsAt(editor, 0))
    return may === (beyond.length === 0) ? undefined : { account, editor, beyond }
  },
)

function panelPermissionsBeyond(account: EffectivePermissions, editor: EffectivePermissions) {
  return world.filter(
    (path) => path[0] === 'panel' && path.length > 1 && may(account, path) && !may(editor, path),
  )
}

function permissionsAt(held: readonly PermissionRow[], instant: number): EffectivePermissions {
  const runs = ({ startsAt, endsAt }: PermissionRow) =>
    (startsAt ?? instant) <= instant && (endsAt ?? instant + 1) > instant
  return toEffectivePermissions(PLAYER, held.filter(runs))
}

/** Makes random holdings with random starts of grants, and random ends of grants and personal nodes. */
function timedRows(chance: SeededRandom): PermissionRow[] {
  return someRows(chance).map((row) => ({
    ...row,
    ...(['group', 'donate'].includes(row.kind) && { startsAt: chance.upTo(5) }),
    ...(['group', 'donate', 'personal'].includes(row.kind) && {
      endsAt: chance.pick([null, 1, 2, 3, 4, 5]),
    }),
  }))
}

function someRows(chance: SeededRandom): PermissionRow[] {
  return rowsOf({ ...randomHoldings(chance, smallNode), superuser: false }).filter(
    ({ kind }) => kind !== 'ban',
  )
}

function smallNode(chance: SeededRandom): string {
  const words = [
    chance.pick(['panel', 'panel', 'a', '*']),
    ...chance.some(2, () => chance.pick(['a', 'b', '*'])),
  ]
  return `${chance.pick(['', '', '-'])}${words.join('.')}`
}

function may(permissions: EffectivePermissions, path: readonly string[]): boolean {
  return decideByNodes(permissions, path).allowed
}

/** Every permission of up to three segments over a small alphabet. No node contains the segment `z`. */
const world = ['panel', 'a', 'z'].flatMap((first) => [
  [first],
  ...['a', 'b', 'z'].flatMap((second) => [
    [first, second],
    ...['a', 'b', 'z'].map((third) => [first, second, third]),
  ]),
])
