import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { linkHash } from '../../credentials/password/request-reset.ts'
import { requireMailQuota } from '../../mail/mail-rate-limit.ts'
import { DAY, isoInstant, MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { exportMail } from './export-mail.ts'
import { insertExportLink } from './export-store.ts'

/**
 * How long a link is valid: a mailed link (`LINK_TTL`), and a link that the page receives and opens immediately
 * (`DIRECT_TTL`).
 */
const LINK_TTL = DAY
const DIRECT_TTL = 10 * MINUTE

type Deps = ChangeDeps & Pick<App, 'config'>

export type RequestedExport = { mailedTo: string | null; hash: string | null; expiresAt: string }

/**
 * Creates a link to the export of a player's data and mails it. If the player has no address, returns the link instead
 * (docs/contract.md#export). Stores only the link; the export is generated during the download.
 * @throws Refusal `request.toomany`, `auth.unauthorized`
 */
export async function requestExport(app: Deps, by: Actor): Promise<RequestedExport> {
  const secret = newToken(app.random)
  return change(app, by, async (work) => {
    const { tx, now } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    const { email: to } = player
    const deps = { db: tx, clock: app.clock }
    await countRateLimitedCall(deps, exportLimit, player.id)
    if (to !== null) await requireMailQuota(deps, 'export', to)

    const expiresAt = now + (to === null ? DIRECT_TTL : LINK_TTL)
    const hash = linkHash(secret)
    await insertExportLink(tx, { hash, playerId: player.id, createdAt: now, expiresAt })
    const url = `${app.config.publicUrl}/export?hash=${secret}`
    if (to !== null) work.sendMail(exportMail({ player, to, site: work.settings, url }))
    work.audit('export.requested', player.id)
    return { mailedTo: to, hash: to === null ? secret : null, expiresAt: isoInstant(expiresAt) }
  })
}

const [exportLimit] = endpoints.askForExport.limits
