import type { App } from '../app.ts'
import { isTextureHash } from './texture.ts'
import { findTextureBytes } from './texture-store.ts'

type Needs = Pick<App, 'db' | 'pictures'>

/** A texture by its name. What was read once is remembered: a name never means other bytes. */
export async function findTexture(app: Needs, hash: string): Promise<Buffer | undefined> {
  if (!isTextureHash(hash)) return undefined
  const known = app.pictures.get(hash)
  if (known) return known
  const bytes = await findTextureBytes(app.db, hash)
  if (bytes) app.pictures.set(hash, bytes)
  return bytes
}
