import type { App } from '../../app.ts'
import { type Actor, COMMAND } from '../../audit/actor.ts'
import { change, type Work } from '../../audit/change.ts'
import { totpRow } from '../../credentials/two-factor/check-totp.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { insertTotp } from '../../credentials/two-factor/two-factor-store.ts'
import { refuseHusks } from '../../players/deletion-store.ts'
import { newPlayer } from '../../players/new-player.ts'
import { insertPlayers, type NewPlayer } from '../../players/player-store.ts'
import { markOf } from '../plan/fingerprint.ts'
import type { Belongings } from '../plan/given-data.ts'
import type { MadeBeside } from '../plan/plan-related-data.ts'
import { countWhere, type Entry, slicesOf } from '../plan/plan-store.ts'
import { type ImportMark, insertMarks } from '../plan/player-import-store.ts'
import type { Scratch } from '../plan/staging-store.ts'
import type { Progress } from '../progress.ts'
import { insertBelongings } from './insert-given-data.ts'
import { updatePlayers } from './update-players.ts'
import { wearOutfits } from './write-appearances.ts'
import { writeBeside } from './write-site-content.ts'

/** What else belongs to the transaction of a move; when it throws, nothing was written. */
export type Finish = (
  work: Work<Actor>,
  outcome: { imported: number; updated: number },
) => Promise<void>

/** `kept`: sentences about what an update did not take over (at most some hundred). */
export type Written = { imported: number; updated: number; kept: string[] }

type Ready = { entry: Entry; player: NewPlayer }

/**
 * Writes the players of the plan, whose hashes are ready, in one transaction: all of them, or nobody.
 * Memory holds one slice at a time.
 *
 * @returns how many came, and how many that are here were brought up to date.
 * @throws a database error when somebody takes a name meanwhile, NameIsKept when it is then kept for somebody,
 *   UuidOfHusk when somebody here was deleted meanwhile; nothing is written then.
 */
export async function writePlayers(
  app: App,
  scratch: Scratch,
  {
    source,
    progress,
    beside,
    by = COMMAND,
    finish,
  }: { source: string; progress: Progress; beside?: MadeBeside; by?: Actor; finish?: Finish },
): Promise<Written> {
  const { defaultLanguage } = await app.settings.read()
  const { unknowable } = app.passwords // a hash made now would need 19 MB at the peak
  const total = countWhere(scratch, `state = 'coming'`)
  return change(app, by, async (work) => {
    if (beside) await writeBeside(work, beside)
    let imported = 0
    for (const slice of slicesOf(scratch, 'coming')) {
      const ready = slice.map((entry) => toReady(app, entry, { unknowable, defaultLanguage }))
      await insertPlayers(
        work.tx,
        ready.map(({ player }) => player),
        work.now,
      )
      await refuseHusks(
        work.tx,
        slice.flatMap(({ uuid }) => uuid ?? []),
      )
      const marks: ImportMark[] = []
      for (const one of ready) {
        if (one.entry.rest.totp !== undefined) await turnOnTotp(work, one)
        const belongings = await insertBelongings(app, work, one.player.id, one.entry)
        marks.push(toMark(one, { source, now: work.now, belongings }))
      }
      await insertMarks(work.tx, marks)
      const dressed = ready.map(({ entry, player }) => ({ id: player.id, ...entry.rest }))
      await wearOutfits(work, scratch, dressed)
      await work.writeNotes()
      imported += slice.length
      await progress('writing', imported, total)
    }
    const { updated, kept } = await updatePlayers(app, work, scratch, source)
    if (imported > 0) work.note('players.imported', null, { after: String(imported) })
    if (updated > 0) work.note('players.updated', null, { after: String(updated) })
    await finish?.(work, { imported, updated })
    return { imported, updated, kept }
  })
}

function toReady(
  app: App,
  entry: Entry,
  usual: { unknowable: string; defaultLanguage: 'ru' | 'en' },
): Ready {
  const { activated, superuser, locale = usual.defaultLanguage, createdAt } = entry.rest
  const passwordHash = entry.stored ?? usual.unknowable
  const { username, email } = entry
  const given = { username, email, passwordHash, locale, activated, superuser }
  const fresh = newPlayer(app, given)
  const id = entry.uuid ?? fresh.id
  return {
    entry,
    player: { ...fresh, id, createdAt: createdAt ?? fresh.createdAt, inviterId: null },
  }
}

async function turnOnTotp(
  { tx, now, generation }: Work<Actor>,
  { entry, player: { id } }: Ready,
): Promise<void> {
  const sealed = generation.seal(totpRow(id), readSecret(entry.rest.totp ?? ''))
  await insertTotp(tx, id, { sealed, now })
}

function toMark(
  { entry, player }: Ready,
  { source, now, belongings }: { source: string; now: number; belongings: Belongings },
): ImportMark {
  return {
    playerId: player.id,
    source,
    nameKey: entry.name.toLowerCase(),
    importedAt: now,
    passwordMark: markOf(player.passwordHash),
    emailMark: markOf(entry.emailKey),
    totp: entry.rest.totp === undefined ? 0 : now,
    belongings,
  }
}
