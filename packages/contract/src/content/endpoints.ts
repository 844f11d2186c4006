export {
  newsJsonFeed,
  newsRss,
  robots,
  serverIcon,
  showHome,
  siteMap,
  webManifest,
} from './home.ts'
export { listPublicNews, showPublicNews } from './news.ts'
export {
  changeNews,
  createNews,
  deleteNews,
  listNews,
  previewNews,
  showNews,
} from './news-editor.ts'
export {
  changePage,
  createPage,
  deletePage,
  listPages,
  listPageVersions,
  orderPages,
  showPage,
  showPageVersion,
} from './page-editor.ts'
export { showPublicPage } from './pages.ts'
export { picture, uploadPicture } from './pictures.ts'
