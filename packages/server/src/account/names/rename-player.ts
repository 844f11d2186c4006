import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { findEffectivePermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import { findOwnRename } from '../../players/former-name-store.ts'
import { reserveName } from '../../players/name-store.ts'
import { lookupKey, type Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { refuseTaken } from '../../players/refuse-taken.ts'
import { applyBalanceChange } from '../balance/change-balance.ts'
import { changeName } from './change-name.ts'
import { renamedMail } from './rename-mail.ts'
import { isFree, nextRenameAt, type Price, priceOf } from './rename-price.ts'

export type RenameRequest = {
  username: string
  /** The price that the page showed to the player. If the price has changed, the rename is refused. */
  price?: Price | undefined
}

const LEDGER_REASON = { en: 'Change of name', ru: 'Смена ника' }

/**
 * Renames the caller, and reserves the old name for the caller. Name, payment and mail are one change. Locks the
 * player's row first, so that concurrent requests do not pay twice.
 * @throws Refusal `name.off`, `auth.forbidden` for a banned player, `name.same`, `name.toosoon`, `name.pricechanged`,
 * `auth.usernametaken`, `balance.insufficient`, `auth.unauthorized`
 */
export async function renamePlayer(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { username, price }: RenameRequest,
): Promise<void> {
  await change(app, by, async (work) => {
    const { tx, now, settings } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    await requireRenameAllowed(work, player)
    const currentPrice = priceOf(settings)
    if (username === player.username) throw new Refusal('name.same')
    if (price && (price.real !== currentPrice.real || price.virtual !== currentPrice.virtual)) {
      throw new Refusal('name.pricechanged')
    }
    await changeName(work, app.random, player, username)
    const isDifferentName = lookupKey(username) !== lookupKey(player.username)
    if (isDifferentName) await reserveName(tx, { playerId: player.id, name: player.username, now })
    if (!isFree(currentPrice))
      await applyBalanceChange(work, app.random, player.id, paymentOf(work, currentPrice))
    work.audit('player.username', player.id, { before: player.username, after: username })
    const about = { player: { ...player, username }, site: settings, url: app.config.publicUrl }
    const names = { before: player.username, isReserved: isDifferentName }
    work.notify(player, (to) => renamedMail({ ...about, ...names, to, now }))
  }).catch((error) => refuseTaken(app.db, error))
}

async function requireRenameAllowed(
  { tx, now, settings }: UnitOfWork,
  player: Player,
): Promise<void> {
  if (!settings.renaming) throw new Refusal('name.off')
  const { ban } = await findEffectivePermissions(tx, player, now)
  if (ban) throw new Refusal('auth.forbidden') // a banned player must stay recognizable
  const nextAt = nextRenameAt(await findOwnRename(tx, player.id), settings)
  if (nextAt > now) throw new Refusal('name.toosoon')
}

/** Returns the ledger entry for the price. Its reason contains no name, because the ledger outlives the account. */
function paymentOf({ settings }: UnitOfWork, { real, virtual }: Price) {
  const reason = LEDGER_REASON[settings.defaultLanguage]
  return { realCents: -real * 100, virtualCents: -virtual * 100, reason }
}
