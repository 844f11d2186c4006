import './styles/base.css'
import './styles/prose.css'
import './styles/tables.css'
import { createApp } from 'vue'
import App from './App.vue'
import { locale } from './i18n/i18n.ts'
import { router } from './router.ts'
import { loadSite, site } from './site.ts'

document.documentElement.lang = locale.value
if (!site.value) void loadSite().catch(() => undefined) // pages work without it, and show the site's name later

const app = createApp(App).use(router)
// the frame in the document stays until the first page is ready
void router
  .isReady()
  .catch(() => undefined) // `failed` has the error
  .then(() => app.mount('#app'))
