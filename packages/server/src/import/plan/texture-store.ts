import type { Texture } from '../../profiles/textures/texture.ts'
import { prepared, run } from './plan-store.ts'
import type { Scratch } from './staging-store.ts'

/** Keeps a texture for the writer; the same picture of many players is kept once. */
export function putTexture(scratch: Scratch, { hash, kind, width, height, bytes }: Texture): void {
  const text =
    'insert into texture (hash, kind, width, height, bytes) values (?, ?, ?, ?, ?) on conflict do nothing'
  run(scratch, text, [hash, kind, width, height, bytes])
}

/** @throws Error for a texture that the plan does not have. */
export function takeTexture(scratch: Scratch, hash: string): Texture {
  const text = 'select kind, width, height, bytes from texture where hash = ?'
  const row = prepared(scratch, text).get(hash)
  if (!(row?.bytes instanceof Uint8Array)) throw new Error(`the plan has no texture ${hash}`)
  return {
    hash,
    kind: row.kind === 'cape' ? 'cape' : 'skin',
    width: Number(row.width),
    height: Number(row.height),
    bytes: row.bytes,
  }
}
