import type { App } from '../../app.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { linkHash } from '../../credentials/password/request-reset.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { findPlayer } from '../../players/player-store.ts'
import { consumeExportLink } from './export-store.ts'
import { type Export, writeExport } from './write-export.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Opens the export of the player to whom a link belongs. Only one of several concurrent calls with one link gets the
 * export. If the download fails, the player has to request a new link.
 * @throws Refusal `auth.linkexpired`
 */
export async function downloadExport(app: Deps, token: string, client: Client): Promise<Export> {
  const hash = linkHash(token)
  const player = await change(app, { actor: null, ip: client.ip }, async ({ tx, now, audit }) => {
    const playerId = await consumeExportLink(tx, hash, now)
    const found = playerId && (await findPlayer(tx, playerId))
    if (!found) throw new Refusal('auth.linkexpired')
    audit('export.downloaded', found.id, { actor: found.id })
    return found
  })
  return writeExport(app, player)
}
