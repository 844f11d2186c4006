import type { Texture } from '../../profiles/textures/texture.ts'
import { prepared, run } from './plan-store.ts'
import type { StagingDatabase } from './staging-store.ts'

export function insertStagedTexture(
  staging: StagingDatabase,
  { hash, kind, width, height, bytes }: Texture,
): void {
  const text =
    'insert into texture (hash, kind, width, height, bytes) values (?, ?, ?, ?, ?) on conflict do nothing'
  run(staging, text, [hash, kind, width, height, bytes])
}

export function findStagedTexture(staging: StagingDatabase, hash: string): Texture {
  const text = 'select kind, width, height, bytes from texture where hash = ?'
  const row = prepared(staging, text).get(hash)
  if (!(row?.bytes instanceof Uint8Array)) throw new Error(`the plan has no texture ${hash}`)
  return {
    hash,
    kind: row.kind === 'cape' ? 'cape' : 'skin',
    width: Number(row.width),
    height: Number(row.height),
    bytes: row.bytes,
  }
}
