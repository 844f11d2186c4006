import { decideByNodes } from '@portal/contract/decide'
import { holdsPowersOf } from '../../src/permissions/delegation.ts'
import type { Standing } from '../../src/permissions/effective/effective.ts'
import type { HeldRow } from '../../src/permissions/effective/effective-store.ts'
import {
  toOutlook,
  toStanding,
} from '../../src/permissions/effective/find-effective-permissions.ts'
import { atMost, lastingUntil } from '../../src/permissions/effective/permission-forecast.ts'
import type { Chance } from '../support/seeded-random.ts'
import { rowsOf } from './effective.ts'
import { law, someHoldings } from './random-holdings.ts'

const PLAYER = { id: 'steve', activatedAt: 1, superuserAt: null }
const INSTANTS = [0, 1, 2, 3, 4]

law('what is certain to last is allowed at every instant until its end', (chance) => {
  const held = timedRows(chance)
  const end = chance.pick(INSTANTS) + 1
  const lasting = lastingUntil(toOutlook(PLAYER, held, 0), end)

  const lost = world.filter(
    (path) =>
      may(lasting, path) &&
      INSTANTS.some((instant) => instant < end && !may(standingAt(held, instant), path)),
  )
  return lost.length === 0 ? undefined : { held, end, lost }
})

law('nothing is ever allowed beyond the most that was foreseen', (chance) => {
  const held = timedRows(chance)
  const most = atMost(toOutlook(PLAYER, held, 0))

  const more = world.filter(
    (path) => !may(most, path) && INSTANTS.some((instant) => may(standingAt(held, instant), path)),
  )
  return more.length === 0 ? undefined : { held, more }
})

law('nobody ever gains panel permissions by changing an account they may change', (chance) => {
  const [account, editor] = [timedRows(chance), timedRows(chance)]
  if (!holdsPowersOf(toOutlook(PLAYER, account, 0), toOutlook(PLAYER, editor, 0))) return undefined

  const gained = INSTANTS.filter(
    (at) => powersBeyond(standingAt(account, at), standingAt(editor, at)).length > 0,
  )
  return gained.length === 0 ? undefined : { account, editor, gained }
})

law('if nothing ends, all who hold an account’s powers may change it', (chance) => {
  const [account, editor] = [someRows(chance), someRows(chance)]
  const may = holdsPowersOf(toOutlook(PLAYER, account, 0), toOutlook(PLAYER, editor, 0))

  const beyond = powersBeyond(standingAt(account, 0), standingAt(editor, 0))
  return may === (beyond.length === 0) ? undefined : { account, editor, beyond }
})

function powersBeyond(account: Standing, editor: Standing) {
  return world.filter(
    (path) => path[0] === 'panel' && path.length > 1 && may(account, path) && !may(editor, path),
  )
}

function standingAt(held: readonly HeldRow[], instant: number): Standing {
  const runs = ({ startsAt, endsAt }: HeldRow) =>
    (startsAt ?? instant) <= instant && (endsAt ?? instant + 1) > instant
  return toStanding(PLAYER, held.filter(runs))
}

/** Makes random holdings, in which grants begin and grants and personal nodes end at random. */
function timedRows(chance: Chance): HeldRow[] {
  return someRows(chance).map((row) => ({
    ...row,
    ...(['group', 'donate'].includes(row.kind) && { startsAt: chance.upTo(5) }),
    ...(['group', 'donate', 'personal'].includes(row.kind) && {
      endsAt: chance.pick([null, 1, 2, 3, 4, 5]),
    }),
  }))
}

function someRows(chance: Chance): HeldRow[] {
  return rowsOf({ ...someHoldings(chance, smallNode), superuser: false }).filter(
    ({ kind }) => kind !== 'ban',
  )
}

function smallNode(chance: Chance): string {
  const words = [
    chance.pick(['panel', 'panel', 'a', '*']),
    ...chance.some(2, () => chance.pick(['a', 'b', '*'])),
  ]
  return `${chance.pick(['', '', '-'])}${words.join('.')}`
}

function may(standing: Standing, path: readonly string[]): boolean {
  return decideByNodes(standing, path).allowed
}

/** Every permission of up to three words in a small language; no node has the word `z`. */
const world = ['panel', 'a', 'z'].flatMap((first) => [
  [first],
  ...['a', 'b', 'z'].flatMap((second) => [
    [first, second],
    ...['a', 'b', 'z'].map((third) => [first, second, third]),
  ]),
])
