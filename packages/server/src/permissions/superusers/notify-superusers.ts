import type { App } from '../../app.ts'
import type { Actor, AnonymousActor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { listUsernames } from '../../players/player-store.ts'
import { type SuperuserAlert, staffGuessedMail, superuserAlertMail } from './superuser-mail.ts'
import { listActiveSuperusers } from './superuser-store.ts'

export async function notifySuperusers(
  { config }: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  alert: SuperuserAlert,
): Promise<void> {
  const { tx, by, now, settings } = work
  const names = await listUsernames(tx, [by.actor])
  const origin = { actorName: names.get(by.actor) ?? null, ip: by.ip, at: now }
  const about = { site: settings, publicUrl: config.publicUrl }
  for (const player of await listActiveSuperusers(tx, now)) {
    work.notify(player, (to) => superuserAlertMail({ ...about, player, to }, alert, origin))
  }
}

export async function notifyOfGuessing(
  { config }: Pick<App, 'config'>,
  work: UnitOfWork<AnonymousActor>,
  { names, attempts }: { names: readonly string[]; attempts: number },
): Promise<void> {
  const { tx, now, settings } = work
  const about = { site: settings, publicUrl: config.publicUrl }
  for (const player of await listActiveSuperusers(tx, now)) {
    work.notify(player, (to) => staffGuessedMail({ ...about, player, to }, names, attempts))
  }
}
