import type { App } from '../app.ts'
import { deleteReleasedTextures } from './textures/delete-released-textures.ts'

export const jobs = (app: App) => ({
  deleteUnreferencedTextures: () => deleteReleasedTextures(app),
})
