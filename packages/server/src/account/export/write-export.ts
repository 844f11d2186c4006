import { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import { pictureName } from '../../database/tables/export-rules.ts'
import { isoInstant } from '../../platform/clock.ts'
import { writeZip, type ZipFile } from '../../platform/zip.ts'
import { lookupKey, type Player } from '../../players/player.ts'
import { listSavedSkins } from '../../profiles/textures/saved-skin-store.ts'
import { findTextureBytes } from '../../profiles/textures/texture-store.ts'
import { writeDataJson } from './data-text.ts'
import { readmeOf } from './readme.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

export type Export = { name: string; zip: Readable }

/**
 * Returns the export of everything that the site stores about a player: a ZIP that is generated while it is read
 * (docs/contract.md#export). Writes nothing to disk, and has only one page of rows or one picture in memory.
 */
export async function writeExport(app: Deps, player: Player): Promise<Export> {
  const at = app.clock.now()
  const { siteName } = await app.settings.read()
  const about = { siteName, url: app.config.publicUrl, username: player.username, at }
  const subject = { id: player.id, emailKey: player.email && lookupKey(player.email) }
  const data = writeDataJson(app.db, subject, {
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
  const savedSkins = await listSavedSkins(db, player.id)
  const worn = [player.skinHash, player.skinTwinHash, player.capeHash]
  const hashes = [...worn, ...savedSkins.flatMap(({ skinHash, twinHash }) => [skinHash, twinHash])]
  for (const hash of new Set(hashes)) {
    const bytes = hash === null ? undefined : await findTextureBytes(db, hash)
    if (hash !== null && bytes) yield { name: pictureName(hash), bytes }
  }
}
