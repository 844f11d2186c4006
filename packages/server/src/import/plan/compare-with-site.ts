import type { ImportMessage } from '@portal/contract'
import type { App } from '../../app.ts'
import { listTombstonesAmong } from '../../players/deletion-store.ts'
import { listReservedNames, type ReservedName } from '../../players/name-store.ts'
import { lookupKey } from '../../players/player.ts'
import { importMessage } from '../import-message.ts'
import { type ExistingPlayer, listExistingPlayers } from './existing-player-store.ts'
import {
  addRemark,
  dropEmail,
  type Entry,
  inTransaction,
  markExisting,
  skip,
  streamEntries,
} from './plan-store.ts'
import { type ImportRecord, isRecordOf, listImportRecords } from './player-import-store.ts'
import type { StagingDatabase } from './staging-store.ts'

type Deps = Pick<App, 'db' | 'clock'>

type SiteState = {
  existingPlayers: readonly ExistingPlayer[]
  records: readonly ImportRecord[]
  reservedName: ReservedName | undefined
  isDeleted: boolean
}

/**
 * Compares planned rows with the players of this site. A row's player exists on this site if an earlier import from the
 * same source brought this name, or if a player has the same name or UUID. Of the rows of new players, skips those with
 * a reserved name or the UUID of a deleted player, and drops addresses that players of this site have.
 */
export async function compareWithSite(
  app: Deps,
  staging: StagingDatabase,
  source: string,
): Promise<void> {
  await eachBatch(
    app,
    staging,
    source,
    (entry, { existingPlayers, records, reservedName, isDeleted }) => {
      const sameName = existingPlayers.find(({ nameKey }) => nameKey === entry.nameKey)
      const sameUuid = existingPlayers.find(({ id }) => id === entry.uuid)
      const ownRecords = records.filter((record) => isRecordOf(record, entry))
      const record = ownRecords.find(({ playerId }) => playerId === sameName?.id) ?? ownRecords[0]
      const existingId = record?.playerId ?? sameName?.id ?? sameUuid?.id
      if (existingId !== undefined) {
        markExisting(staging, entry.seq, existingId)
        const note = record ? undefined : mismatchNote(entry, { sameName, sameUuid, records })
        if (note !== undefined) addRemark(staging, entry.seq, 'note', note)
        return
      }
      if (isDeleted) return skip(staging, entry.seq, DELETED_FAULT)
      if (reservedName) return skip(staging, entry.seq, NAME_RESERVED_FAULT)
      const emailOwner = existingPlayers.find(
        ({ emailKey }) => emailKey !== null && emailKey === entry.emailKey,
      )
      if (!emailOwner) return
      const email = { email: entry.email ?? '', other: emailOwner.username }
      dropEmail(staging, entry.seq, importMessage('email-taken', email))
    },
  )
}

const DELETED_FAULT = importMessage('uuid-deleted', {})
const NAME_RESERVED_FAULT = importMessage('name-reserved', {})

/**
 * Skips rows whose name, address or UUID a player of this site has, whose name is reserved, or whose UUID is of a
 * deleted player.
 */
export async function skipTaken(
  app: Deps,
  staging: StagingDatabase,
  source: string,
): Promise<void> {
  await eachBatch(app, staging, source, (entry, { existingPlayers, reservedName, isDeleted }) => {
    if (isDeleted) skip(staging, entry.seq, DELETED_FAULT)
    const taken = {
      username:
        reservedName !== undefined ||
        existingPlayers.some(({ nameKey }) => nameKey === entry.nameKey),
      email: existingPlayers.some(
        ({ emailKey }) => emailKey !== null && emailKey === entry.emailKey,
      ),
      uuid: existingPlayers.some(({ id }) => id === entry.uuid),
    }
    for (const [column, isTaken] of Object.entries(taken)) {
      if (isTaken) skip(staging, entry.seq, importMessage('taken-here', { column }))
    }
  })
}

async function eachBatch(
  { db, clock }: Deps,
  staging: StagingDatabase,
  source: string,
  decide: (entry: Entry, state: SiteState) => void,
): Promise<void> {
  for (const batch of streamEntries(staging, 'coming')) {
    const existingPlayers = await listExistingPlayers(db, batch)
    const names = batch.map(({ name }) => lookupKey(name))
    const records = await listImportRecords(db, source, names)
    const keys = batch.map(({ nameKey }) => nameKey)
    const reservedName = await listReservedNames(db, keys, clock.now())
    const uuids = batch.flatMap(({ uuid }) => uuid ?? [])
    const deletedUuids = await listTombstonesAmong(db, uuids)
    const stateOf = indexSiteState({ existingPlayers, records, reservedName, husks: deletedUuids })
    inTransaction(staging, () => {
      for (const entry of batch) decide(entry, stateOf(entry))
    })
  }
}

function indexSiteState({
  existingPlayers,
  records,
  reservedName,
  husks: deletedUuids,
}: Pick<SiteState, 'existingPlayers' | 'records'> & {
  reservedName: readonly ReservedName[]
  husks: readonly string[]
}): (entry: Entry) => SiteState {
  const reservedByKey = new Map(reservedName.map((one) => [lookupKey(one.name), one]))
  const deleted = new Set<string | null>(deletedUuids)
  const byKey = new Map<string | null, ExistingPlayer[]>()
  for (const existing of existingPlayers) {
    for (const key of [existing.nameKey, existing.emailKey, existing.id]) {
      byKey.set(key, [...(byKey.get(key) ?? []), existing])
    }
  }
  const byName = Map.groupBy(records, ({ nameKey }) => nameKey)
  return ({ name, nameKey, emailKey, uuid }) => ({
    existingPlayers: [nameKey, emailKey, uuid].flatMap((key) =>
      key === null ? [] : (byKey.get(key) ?? []),
    ),
    records: byName.get(lookupKey(name)) ?? [],
    reservedName: reservedByKey.get(nameKey),
    isDeleted: deleted.has(uuid),
  })
}

/**
 * Returns a note if the player of this site and the player of the row may be different persons; otherwise undefined.
 */
function mismatchNote(
  entry: Entry,
  {
    sameName,
    sameUuid,
    records,
  }: Pick<SiteState, 'records'> & Record<'sameName' | 'sameUuid', ExistingPlayer | undefined>,
): ImportMessage | undefined {
  if (!sameName) return importMessage('present-same-uuid', { other: sameUuid?.username ?? '' })
  if (records.some(({ playerId }) => playerId === sameName.id)) {
    return importMessage('present-other-uuid', {})
  }
  return isSamePerson(entry, sameName) ? undefined : importMessage('present-other-account', {})
}

function isSamePerson(entry: Entry, existing: ExistingPlayer): boolean {
  const sameEmail = entry.emailKey !== null && entry.emailKey === existing.emailKey
  return sameEmail || entry.uuid === existing.id
}
