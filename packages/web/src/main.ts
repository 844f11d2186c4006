import './styles/tokens.css'
import './styles/base.css'
import './styles/prose.css'
import './styles/tables.css'
import { createApp } from 'vue'
import App from './App.vue'
import { i18n, locale } from './i18n/i18n.ts'
import { router } from './router.ts'
import { readSite, site } from './site.ts'

document.documentElement.lang = locale.value
if (!site.value) void readSite().catch(() => undefined) // pages work without it, and show the site's name later
createApp(App).use(i18n).use(router).mount('#app')
