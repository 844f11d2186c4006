import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { findStanding } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import { findOwnRename } from '../../players/former-name-store.ts'
import { keepName } from '../../players/name-store.ts'
import { keyOf, type Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { refuseTaken } from '../../players/refuse-taken.ts'
import { changeBalanceIn } from '../balance/change-balance.ts'
import { changeName } from './change-name.ts'
import { renamedMail } from './rename-mail.ts'
import { isFree, nextRenameAt, type Price, priceOf } from './rename-price.ts'

export type WantedName = {
  username: string
  /** What the player was shown; the change is refused when it costs something else. */
  price?: Price | undefined
}

const REASON = { en: 'Change of name', ru: 'Смена имени' }

/**
 * Gives players the name that they want, and keeps the old one for them. The name, what it costs and the mail
 * are one change. The player's row is locked first, so of many changes at once one happens, and is paid once.
 *
 * @throws Refusal `name.off`, `auth.forbidden` for the banned, `name.same`, `name.toosoon`, `name.pricechanged`,
 *   `auth.usernametaken`, `balance.insufficient`, `auth.unauthorized`
 */
export async function renamePlayer(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  { username, price }: WantedName,
): Promise<void> {
  await change(app, by, async (work) => {
    const { tx, now, settings } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    await requireMay(work, player)
    const costs = priceOf(settings)
    if (username === player.username) throw new Refusal('name.same')
    if (price && (price.real !== costs.real || price.virtual !== costs.virtual)) {
      throw new Refusal('name.pricechanged')
    }
    await changeName(work, app.random, player, username)
    const isOther = keyOf(username) !== keyOf(player.username)
    if (isOther) await keepName(tx, { playerId: player.id, name: player.username, now })
    if (!isFree(costs)) await changeBalanceIn(work, app.random, player.id, paymentOf(work, costs))
    work.note('player.username', player.id, { before: player.username, after: username })
    const about = { player: { ...player, username }, site: settings, url: app.config.publicUrl }
    const names = { before: player.username, isKept: isOther }
    work.tell(player, (to) => renamedMail({ ...about, ...names, to, now }))
  }).catch((error) => refuseTaken(app.db, error))
}

/** @throws Refusal `name.off`, `auth.forbidden`, `name.toosoon` */
async function requireMay({ tx, now, settings }: Work, player: Player): Promise<void> {
  if (!settings.renaming) throw new Refusal('name.off')
  const { ban } = await findStanding(tx, player, now)
  if (ban) throw new Refusal('auth.forbidden') // whoever is banned stays who they are
  const nextAt = nextRenameAt(await findOwnRename(tx, player.id), settings)
  if (nextAt > now) throw new Refusal('name.toosoon')
}

/** The ledger is read by administrators. It has no name, because it outlives the account. */
function paymentOf({ settings }: Work, { real, virtual }: Price) {
  const reason = REASON[settings.defaultLanguage]
  return { realCents: -real * 100, virtualCents: -virtual * 100, reason }
}
