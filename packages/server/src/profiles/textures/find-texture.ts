import type { App } from '../../app.ts'
import { isTextureHash } from './texture.ts'
import { findTextureBytes } from './texture-store.ts'

type Needs = Pick<App, 'db' | 'pictures'>

/** Finds the bytes of a texture by its hash. They are cached, because they can never change. */
export async function findTexture(app: Needs, hash: string): Promise<Buffer | undefined> {
  if (!isTextureHash(hash)) return undefined
  const known = app.pictures.get(hash)
  if (known) return known
  const bytes = await findTextureBytes(app.db, hash)
  if (bytes) app.pictures.set(hash, bytes)
  return bytes
}
