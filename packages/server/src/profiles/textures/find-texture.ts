import type { App } from '../../app.ts'
import { isTextureHash } from './texture.ts'
import { findTextureBytes } from './texture-store.ts'

type Deps = Pick<App, 'db' | 'imageCache'>

export async function findTexture(app: Deps, hash: string): Promise<Buffer | undefined> {
  if (!isTextureHash(hash)) return undefined
  const cached = app.imageCache.get(hash)
  if (cached) return cached
  const bytes = await findTextureBytes(app.db, hash)
  if (bytes) app.imageCache.set(hash, bytes)
  return bytes
}
