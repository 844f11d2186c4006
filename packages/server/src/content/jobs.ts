import type { App } from '../app.ts'
import { deleteUnreferencedPictures } from './pictures/delete-unreferenced-pictures.ts'

export const jobs = (app: App) => ({
  deleteUnreferencedPictures: () => deleteUnreferencedPictures(app),
})
