import type { App } from '../../app.ts'
import { listHusksAmong } from '../../players/deletion-store.ts'
import { type KeptName, listKeptNames } from '../../players/name-store.ts'
import { keyOf } from '../../players/player.ts'
import { listResidents, type Resident } from './existing-player-store.ts'
import {
  addRemark,
  dropEmail,
  type Entry,
  markPresent,
  skip,
  slicesOf,
  together,
} from './plan-store.ts'
import { type ImportMark, isOf, listMarks } from './player-import-store.ts'
import type { Scratch } from './staging-store.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** `kept`: the name of the row, where it is kept for a player who was called so (docs/contract.md#names). */
type Known = {
  residents: readonly Resident[]
  marks: readonly ImportMark[]
  kept: KeptName | undefined
  /** Whether a player with this uuid was deleted here. */
  isHusk: boolean
}

/**
 * Finds who of the plan is on this site already: who came from this source under this name, has this
 * name, or has this uuid. An address that somebody else has here does not come along, and nobody comes under a
 * name that is kept for somebody, or with the uuid of who was deleted.
 */
export async function compareWithSite(app: Needs, scratch: Scratch, source: string): Promise<void> {
  await eachSlice(app, scratch, source, (entry, { residents, marks, kept, isHusk }) => {
    const sameName = residents.find(({ nameKey }) => nameKey === entry.nameKey)
    const sameUuid = residents.find(({ id }) => id === entry.uuid)
    const own = marks.filter((mark) => isOf(mark, entry))
    const mark = own.find(({ playerId }) => playerId === sameName?.id) ?? own[0]
    const here = mark?.playerId ?? sameName?.id ?? sameUuid?.id
    if (here !== undefined) {
      markPresent(scratch, entry.seq, here)
      const why = mark ? undefined : strangerOf(entry, { sameName, sameUuid, marks })
      if (why !== undefined) addRemark(scratch, entry.seq, 'note', why)
      return
    }
    if (isHusk) return skip(scratch, entry.seq, HUSK_FAULT)
    if (kept) return skip(scratch, entry.seq, NAME_KEPT_FAULT)
    const holder = residents.find(
      ({ emailKey }) => emailKey !== null && emailKey === entry.emailKey,
    )
    if (!holder) return
    const why = `comes without the address ${entry.email}: ${holder.username} has it here`
    dropEmail(scratch, entry.seq, why)
  })
}

const HUSK_FAULT = 'uuid: its player was deleted on this site'
const NAME_KEPT_FAULT =
  'username: kept for a player who was called so here until lately; --rename brings them under another name'
const OTHER_OWNER =
  'is passed over: who came under this name has another uuid, so it is somebody else’s by now'
const STRANGER =
  'is passed over: an account of this name is here, with another address and uuid; its password and uuid stay'

/**
 * Leaves out who shares a name, an address or a uuid with a player of this site, a name that is kept, or the
 * uuid of who was deleted.
 */
export async function leaveOutTaken(app: Needs, scratch: Scratch, source: string): Promise<void> {
  await eachSlice(app, scratch, source, (entry, { residents, kept, isHusk }) => {
    if (isHusk) skip(scratch, entry.seq, HUSK_FAULT)
    const taken = {
      username: kept !== undefined || residents.some(({ nameKey }) => nameKey === entry.nameKey),
      email: residents.some(({ emailKey }) => emailKey !== null && emailKey === entry.emailKey),
      uuid: residents.some(({ id }) => id === entry.uuid),
    }
    for (const [name, isTaken] of Object.entries(taken)) {
      if (isTaken) skip(scratch, entry.seq, `${name}: already taken on this site`)
    }
  })
}

async function eachSlice(
  { db, clock }: Needs,
  scratch: Scratch,
  source: string,
  decide: (entry: Entry, known: Known) => void,
): Promise<void> {
  for (const slice of slicesOf(scratch, 'coming')) {
    const residents = await listResidents(db, slice)
    const names = slice.map(({ name }) => keyOf(name))
    const marks = await listMarks(db, source, names)
    const keys = slice.map(({ nameKey }) => nameKey)
    const kept = await listKeptNames(db, keys, clock.now())
    const uuids = slice.flatMap(({ uuid }) => uuid ?? [])
    const husks = await listHusksAmong(db, uuids)
    const known = indexed({ residents, marks, kept, husks })
    together(scratch, () => {
      for (const entry of slice) decide(entry, known(entry))
    })
  }
}

/** Finds what concerns one row, so that a slice is not compared with everybody. */
function indexed({
  residents,
  marks,
  kept,
  husks,
}: Pick<Known, 'residents' | 'marks'> & {
  kept: readonly KeptName[]
  husks: readonly string[]
}): (entry: Entry) => Known {
  const keptByKey = new Map(kept.map((one) => [keyOf(one.name), one]))
  const deleted = new Set<string | null>(husks)
  const byKey = new Map<string | null, Resident[]>()
  for (const resident of residents) {
    for (const key of [resident.nameKey, resident.emailKey, resident.id]) {
      byKey.set(key, [...(byKey.get(key) ?? []), resident])
    }
  }
  const byName = Map.groupBy(marks, ({ nameKey }) => nameKey)
  return ({ name, nameKey, emailKey, uuid }) => ({
    residents: [nameKey, emailKey, uuid].flatMap((key) =>
      key === null ? [] : (byKey.get(key) ?? []),
    ),
    marks: byName.get(keyOf(name)) ?? [],
    kept: keptByKey.get(nameKey),
    isHusk: deleted.has(uuid),
  })
}

/** Why somebody who is passed over may be another person than the one who is here. */
function strangerOf(
  entry: Entry,
  {
    sameName,
    sameUuid,
    marks,
  }: Pick<Known, 'marks'> & Record<'sameName' | 'sameUuid', Resident | undefined>,
): string | undefined {
  if (!sameName) return `is passed over: ${sameUuid?.username} has this uuid here`
  if (marks.some(({ playerId }) => playerId === sameName.id)) return OTHER_OWNER
  return isSame(entry, sameName) ? undefined : STRANGER
}

function isSame(entry: Entry, resident: Resident): boolean {
  const sameEmail = entry.emailKey !== null && entry.emailKey === resident.emailKey
  return sameEmail || entry.uuid === resident.id
}
