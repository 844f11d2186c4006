import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { contractPaths } from './contract-paths.ts'
import { criticalCss } from './critical-css.ts'
import { precompress } from './precompress.ts'

/** The site behind the development server (`npm run dev`). */
const SITE = 'http://localhost:8080'
const SERVED_BY_SITE = [
  '/auth',
  '/cabinet',
  '/admin',
  '/config',
  '/names',
  '/textures',
  '/pictures',
  '/render',
]

export default defineConfig({
  plugins: [vue(), contractPaths(), precompress(), criticalCss()],
  define: {
    __VUE_OPTIONS_API__: false,
    __VUE_PROD_DEVTOOLS__: false,
  },
  build: {
    assetsInlineLimit: 0, // the content security policy allows no inline scripts
    manifest: true, // for scripts/build/web-weight.ts; not served
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 600, // the 3D preview, loaded only where a skin is shown
  },
  server: {
    proxy: Object.fromEntries(SERVED_BY_SITE.map((path) => [path, { target: SITE }])),
  },
})
