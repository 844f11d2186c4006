import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { linkHash } from '../../credentials/password/request-reset.ts'
import { requireMailTurn } from '../../mail/mail-rate-limit.ts'
import { DAY, isoInstant, MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newToken } from '../../platform/random.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { takeCall } from '../../security/rate-limits/rate-limit.ts'
import { exportMail } from './export-mail.ts'
import { insertExportLink } from './export-store.ts'

/** How long a mailed link is good, and one that the page itself uses at once. */
const LINK_TTL = DAY
const DIRECT_TTL = 10 * MINUTE

type Needs = ChangeNeeds & Pick<App, 'config'>

export type AskedExport = { mailedTo: string | null; hash: string | null; expiresAt: string }

/**
 * Makes a link to a player's data and mails it to them; whoever has no address gets it in the answer
 * (docs/contract.md#export). Only the link is kept: the file is made when it is used.
 *
 * @throws Refusal `request.toomany`, `auth.unauthorized`
 */
export async function askForExport(app: Needs, by: Actor): Promise<AskedExport> {
  const secret = newToken(app.random)
  return change(app, by, async (work) => {
    const { tx, now } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    const { email: to } = player
    const inside = { db: tx, clock: app.clock }
    await takeCall(inside, exportLimit, player.id)
    if (to !== null) await requireMailTurn(inside, 'export', to)

    const expiresAt = now + (to === null ? DIRECT_TTL : LINK_TTL)
    const hash = linkHash(secret)
    await insertExportLink(tx, { hash, playerId: player.id, createdAt: now, expiresAt })
    const url = `${app.config.publicUrl}/export?hash=${secret}`
    if (to !== null) work.mail(exportMail({ player, to, site: work.settings, url }))
    work.note('export.requested', player.id)
    return { mailedTo: to, hash: to === null ? secret : null, expiresAt: isoInstant(expiresAt) }
  })
}

const [exportLimit] = endpoints.askForExport.limits
