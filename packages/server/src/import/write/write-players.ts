import type { App } from '../../app.ts'
import { type Actor, COMMAND_LINE } from '../../audit/actor.ts'
import { change, type UnitOfWork } from '../../audit/change.ts'
import { totpContext } from '../../credentials/two-factor/check-totp.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { insertTotp } from '../../credentials/two-factor/two-factor-store.ts'
import { refuseTombstoneUuids } from '../../players/deletion-store.ts'
import { newPlayer } from '../../players/new-player.ts'
import { insertPlayers, type NewPlayer } from '../../players/player-store.ts'
import { fingerprintOf } from '../plan/fingerprint.ts'
import { countWhere, type Entry, streamEntries } from '../plan/plan-store.ts'
import { insertImportRecords, type NewImportRecord } from '../plan/player-import-store.ts'
import type { PreparedSiteContent } from '../plan/prepare-site-content.ts'
import type { RelatedData } from '../plan/related-data.ts'
import type { StagingDatabase } from '../plan/staging-store.ts'
import type { ReportProgress } from '../progress.ts'
import { insertRelatedData } from './insert-related-data.ts'
import type { KeptAddress } from './update-addresses.ts'
import { updatePlayers } from './update-players.ts'
import { writeAppearances } from './write-appearances.ts'
import { writeSiteContent } from './write-site-content.ts'

/** Called at the end of the transaction of an import. If it throws, nothing is written. */
export type FinishHook = (
  work: UnitOfWork<Actor>,
  outcome: { imported: number; updated: number },
) => Promise<void>

/** `kept` are the first players who kept their address although the source has a new one. */
export type ImportOutcome = { imported: number; updated: number; kept: KeptAddress[] }

type ReadyPlayer = { entry: Entry; player: NewPlayer }

/**
 * Writes the players and the site content of a plan in one transaction: all or nothing. Holds one batch in memory.
 * @throws a database error if a name was taken in the meantime, NameReservedError if a name is reserved,
 * UuidOfTombstone if a player with this UUID was deleted
 */
export async function writePlayers(
  app: App,
  staging: StagingDatabase,
  {
    source,
    progress,
    siteContent,
    by = COMMAND_LINE,
    finish,
  }: {
    source: string
    progress: ReportProgress
    siteContent?: PreparedSiteContent
    by?: Actor
    finish?: FinishHook
  },
): Promise<ImportOutcome> {
  const { defaultLanguage } = await app.settings.read()
  const { unusableHash } = app.passwords // read before the transaction: hashing later would add 19 MB to the peak
  const total = countWhere(staging, `state = 'coming'`)
  return change(app, by, async (work) => {
    const silent: UnitOfWork<Actor> = { ...work, emit: () => undefined } // one event for the whole import
    if (siteContent) await writeSiteContent(silent, siteContent)
    let imported = 0
    for (const batch of streamEntries(staging, 'coming')) {
      const ready = batch.map((entry) =>
        toReadyPlayer(app, entry, { unusableHash, defaultLanguage }),
      )
      await insertPlayers(
        work.tx,
        ready.map(({ player }) => player),
        work.now,
      )
      await refuseTombstoneUuids(
        work.tx,
        batch.flatMap(({ uuid }) => uuid ?? []),
      )
      const records: NewImportRecord[] = []
      for (const readyPlayer of ready) {
        if (readyPlayer.entry.rest.totp !== undefined) await enableTotp(work, readyPlayer)
        const relatedData = await insertRelatedData(
          app,
          silent,
          readyPlayer.player.id,
          readyPlayer.entry,
        )
        records.push(
          toImportRecord(readyPlayer, { source, now: work.now, belongings: relatedData }),
        )
      }
      await insertImportRecords(work.tx, records)
      await app.giveHeldPurchases(
        silent,
        ready.map(({ player }) => player),
      )
      const withAppearances = ready.map(({ entry, player }) => ({ id: player.id, ...entry.rest }))
      await writeAppearances(work, staging, withAppearances)
      await work.flushAudit()
      imported += batch.length
      await progress('writing', imported, total)
    }
    const { updated, kept } = await updatePlayers(app, silent, staging, source)
    if (imported > 0) work.audit('players.imported', null, { after: String(imported) })
    if (updated > 0) work.audit('players.updated', null, { after: String(updated) })
    if (imported + updated > 0) work.emit('players.imported', { source, imported, updated })
    await finish?.(work, { imported, updated })
    return { imported, updated, kept }
  })
}

function toReadyPlayer(
  app: App,
  entry: Entry,
  defaults: { unusableHash: string; defaultLanguage: 'ru' | 'en' },
): ReadyPlayer {
  const { activated, superuser, locale = defaults.defaultLanguage, createdAt } = entry.rest
  const passwordHash = entry.stored ?? defaults.unusableHash
  const { username, email } = entry
  const given = { username, email, passwordHash, locale, activated, superuser }
  const fresh = newPlayer(app, given)
  const id = entry.uuid ?? fresh.id
  return {
    entry,
    player: { ...fresh, id, createdAt: createdAt ?? fresh.createdAt, inviterId: null },
  }
}

async function enableTotp(
  { tx, now, generation }: UnitOfWork<Actor>,
  { entry, player: { id } }: ReadyPlayer,
): Promise<void> {
  const sealed = generation.seal(totpContext(id), readSecret(entry.rest.totp ?? ''))
  await insertTotp(tx, id, { sealed, now })
}

function toImportRecord(
  { entry, player }: ReadyPlayer,
  {
    source,
    now,
    belongings: relatedData,
  }: { source: string; now: number; belongings: RelatedData },
): NewImportRecord {
  return {
    playerId: player.id,
    source,
    nameKey: entry.name.toLowerCase(),
    importedAt: now,
    passwordMark: fingerprintOf(player.passwordHash),
    emailMark: fingerprintOf(entry.emailKey),
    totp: entry.rest.totp === undefined ? 0 : now,
    belongings: relatedData,
    awaitsPassword: entry.stored === null,
  }
}
