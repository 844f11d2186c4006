import type { App } from '../app.ts'
import { homeRoutes } from './home/home-routes.ts'
import { newsRoutes } from './news/news-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'

export const routes = (app: App) => ({
  ...homeRoutes(app),
  ...newsRoutes(app),
  ...pageRoutes(app),
  ...pictureRoutes(app),
})
