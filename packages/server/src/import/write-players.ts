import { insertGrant } from '../access/grant/grant-store.ts'
import { insertRoleIds } from '../access/holder-store.ts'
import type { App } from '../app.ts'
import { type Actor, COMMAND } from '../audit/actor.ts'
import { insertBan } from '../ban/ban-store.ts'
import { change, type Work } from '../change/change.ts'
import { newSortableId, newToken } from '../platform/random.ts'
import { changeBalanceIn } from '../player/balance/change-balance.ts'
import { newPlayer } from '../player/new-player.ts'
import { insertPlayers, type NewPlayer } from '../player/player-store.ts'
import { totpRow } from '../two-factor/check-totp.ts'
import { readSecret } from '../two-factor/totp.ts'
import { insertTotp } from '../two-factor/two-factor-store.ts'
import type { MadeBeside } from './make-beside.ts'
import { markOf } from './marks.ts'
import { countWhere, type Entry, slicesOf } from './plan/plan-store.ts'
import type { Scratch } from './plan/scratch-store.ts'
import { type ImportMark, insertMarks } from './player-import-store.ts'
import type { Progress } from './progress.ts'
import { updatePlayers } from './update-players.ts'
import { wearOutfits } from './wear-outfits.ts'
import { writeBeside } from './write-beside.ts'

/** What else belongs to the transaction of a move; when it throws, nothing was written. */
export type Finish = (
  work: Work<Actor>,
  outcome: { imported: number; updated: number },
) => Promise<void>

type Ready = { entry: Entry; player: NewPlayer }

/**
 * Writes the players of the plan, whose hashes are ready, in one transaction: all of them, or nobody.
 * Memory holds one slice at a time.
 *
 * @returns how many came, and how many that are here were brought up to date.
 * @throws a database error when somebody takes a name meanwhile; nothing is written then.
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
): Promise<{ imported: number; updated: number }> {
  const { defaultLanguage } = await app.settings.read()
  const unknowable = await app.passwords.hash(newToken(app.random))
  const total = countWhere(scratch, `state = 'coming'`)
  return change(app, by, async (work) => {
    if (beside) await writeBeside(work, beside)
    let imported = 0
    for (const slice of slicesOf(scratch, 'coming')) {
      const ready = slice.map((entry) => toReady(app, entry, { unknowable, defaultLanguage }))
      await insertPlayers(
        work.tx,
        ready.map(({ player }) => player),
      )
      await insertMarks(
        work.tx,
        ready.map((one) => toMark(one, source, work.now)),
      )
      for (const one of ready) await insertBelongings(app, work, one)
      const dressed = ready.map(({ entry, player }) => ({ id: player.id, ...entry.rest }))
      await wearOutfits(work, scratch, dressed)
      imported += slice.length
      await progress('writing', imported, total)
    }
    const updated = await updatePlayers(work, scratch)
    if (imported > 0) work.note('players.imported', null, { after: String(imported) })
    if (updated > 0) work.note('players.updated', null, { after: String(updated) })
    await finish?.(work, { imported, updated })
    return { imported, updated }
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

function toMark({ entry, player }: Ready, source: string, now: number): ImportMark {
  return {
    playerId: player.id,
    source,
    nameKey: entry.name.toLowerCase(),
    importedAt: now,
    passwordMark: markOf(player.passwordHash),
    emailMark: markOf(entry.emailKey),
    totp: entry.rest.totp !== undefined,
  }
}

/** Writes what few players have. */
async function insertBelongings(
  app: App,
  work: Work<Actor>,
  { entry: { rest }, player: { id } }: Ready,
): Promise<void> {
  const { tx, now } = work
  const { realCents, virtualCents, totp, ban, roles, groups } = rest
  if (realCents !== 0 || virtualCents !== 0) {
    await changeBalanceIn(work, app.random, id, { realCents, virtualCents, reason: 'import' })
  }
  if (totp !== undefined) {
    const sealed = work.generation.seal(totpRow(id), readSecret(totp))
    await insertTotp(tx, id, { sealed, now })
  }
  await insertRoleIds(tx, id, roles)
  for (const group of groups) {
    if (group.until !== null && group.until <= now) continue
    await insertGrant(tx, id, {
      id: newSortableId(app.random, now),
      ...{ group: group.id, node: null, startsAt: now, expiresAt: group.until },
      ...{ createdAt: now, author: work.by.actor, takenAt: null },
    })
  }
  if (ban && (ban.until === null || ban.until > now)) {
    await insertBan(tx, id, {
      ...{ id: newSortableId(app.random, now), reason: ban.reason, expiresAt: ban.until },
      ...{ author: work.by.actor, createdAt: now, liftedAt: null, liftedBy: null },
    })
  }
}
