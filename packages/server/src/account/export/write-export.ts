import { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import { isoInstant } from '../../platform/clock.ts'
import { writeZip, type ZipFile } from '../../platform/zip.ts'
import { keyOf, type Player } from '../../players/player.ts'
import { listLooks } from '../../profiles/textures/saved-skin-store.ts'
import { findTextureBytes } from '../../profiles/textures/texture-store.ts'
import { dataText } from './data-text.ts'
import { pictureName } from './export-part.ts'
import { readmeOf } from './readme.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

export type Export = { name: string; zip: Readable }

/**
 * Everything that the site knows of a player, as a zip that is made while it is read (docs/contract.md#export):
 * nothing of it lies on a disk, and a page of rows or one picture is in memory.
 */
export async function writeExport(app: Needs, player: Player): Promise<Export> {
  const at = app.clock.now()
  const { siteName } = await app.settings.read()
  const about = { siteName, url: app.config.publicUrl, username: player.username, at }
  const whose = { id: player.id, emailKey: player.email && keyOf(player.email) }
  const data = dataText(app.db, whose, {
    site: siteName,
    address: about.url,
    player: player.username,
    madeAt: isoInstant(at),
  })
  async function* files(): AsyncIterable<ZipFile> {
    yield { name: 'README.txt', bytes: Buffer.from(readmeOf(player.locale, about)) }
    yield { name: 'data.json', text: data }
    yield* picturesOf(app.db, player)
  }
  const day = isoInstant(at).slice(0, 10)
  const zip = Readable.from(writeZip(files(), at), { objectMode: false })
  return { name: `${player.username}-${day}.zip`, zip }
}

async function* picturesOf(db: Db, player: Player): AsyncIterable<ZipFile> {
  const looks = await listLooks(db, player.id)
  const worn = [player.skinHash, player.skinTwinHash, player.capeHash]
  const hashes = [...worn, ...looks.flatMap(({ skinHash, twinHash }) => [skinHash, twinHash])]
  for (const hash of new Set(hashes)) {
    const bytes = hash === null ? undefined : await findTextureBytes(db, hash)
    if (hash !== null && bytes) yield { name: pictureName(hash), bytes }
  }
}
