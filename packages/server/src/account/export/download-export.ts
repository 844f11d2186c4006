import type { App } from '../../app.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { linkHash } from '../../credentials/password/request-reset.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { findPlayer } from '../../players/player-store.ts'
import { burnExportLink } from './export-store.ts'
import { type Export, writeExport } from './write-export.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

/**
 * Opens the data of the player whom a link belongs to. Of any number of parallel calls with one link, only one
 * gets it; whoever loses it on the way asks for another.
 *
 * @throws Refusal `auth.linkexpired`
 */
export async function openExport(app: Needs, token: string, client: Client): Promise<Export> {
  const hash = linkHash(token)
  const player = await change(app, { actor: null, ip: client.ip }, async ({ tx, now, note }) => {
    const playerId = await burnExportLink(tx, hash, now)
    const found = playerId && (await findPlayer(tx, playerId))
    if (!found) throw new Refusal('auth.linkexpired')
    note('export.downloaded', found.id, { actor: found.id })
    return found
  })
  return writeExport(app, player)
}
