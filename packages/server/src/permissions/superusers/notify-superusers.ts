import type { App } from '../../app.ts'
import type { Actor, Nobody } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { listUsernames } from '../../players/player-store.ts'
import { type Opening, openingMail, staffGuessedMail } from './superuser-mail.ts'
import { listActiveSuperusers } from './superuser-store.ts'

/** Tells every superuser about a change that opens the site to somebody (docs/contract.md#mails). */
export async function tellSuperusers(
  { config }: Pick<App, 'config'>,
  work: Work<Actor>,
  opening: Opening,
): Promise<void> {
  const { tx, by, now, settings } = work
  const names = await listUsernames(tx, [by.actor])
  const deed = { actorName: names.get(by.actor) ?? null, ip: by.ip, at: now }
  const about = { site: settings, publicUrl: config.publicUrl }
  for (const player of await listActiveSuperusers(tx, now)) {
    work.tell(player, (to) => openingMail({ ...about, player, to }, opening, deed))
  }
}

/** Tells every superuser that somebody guesses at accounts with rights in the panel. */
export async function tellOfGuessing(
  { config }: Pick<App, 'config'>,
  work: Work<Nobody>,
  { names, tries }: { names: readonly string[]; tries: number },
): Promise<void> {
  const { tx, now, settings } = work
  const about = { site: settings, publicUrl: config.publicUrl }
  for (const player of await listActiveSuperusers(tx, now)) {
    work.tell(player, (to) => staffGuessedMail({ ...about, player, to }, names, tries))
  }
}
