import './styles/base.css'
import './styles/prose.css'
import './styles/tables.css'
import { createApp } from 'vue'
import App from './App.vue'
import { locale } from './i18n/i18n.ts'
import { router } from './router.ts'
import { readSite, site } from './site.ts'

document.documentElement.lang = locale.value
if (!site.value) void readSite().catch(() => undefined) // pages work without it, and show the site's name later

const app = createApp(App).use(router)
// Until the first page is there, the frame that the document came with stays.
void router
  .isReady()
  .catch(() => undefined) // `failed` says so
  .then(() => app.mount('#app'))
