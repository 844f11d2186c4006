// Runs after `npm ci` and builds the server, the pages and the launcher module. Plain JavaScript, because an older
// Node may run it in an installation without development dependencies; then there is nothing to build with.
import { existsSync } from 'node:fs'

const isHere = (path) => existsSync(new URL(`../${path}`, import.meta.url))

if (isHere('node_modules/esbuild') && isHere('packages/server/src')) {
  const { buildServer } = await import('./build/server.ts')
  await buildServer()
} else {
  console.log('portal: the server is not built: its sources or build tools are missing')
}
if (isHere('node_modules/esbuild') && isHere('packages/launcher-module/src')) {
  const { buildModule, moduleDist } = await import('./build/module.ts')
  await buildModule(moduleDist)
} else {
  console.log('portal: the launcher-side module is not built: its sources or build tools are missing')
}
if (isHere('node_modules/vite') && isHere('packages/web/src')) {
  const { buildWeb } = await import('./build/web.ts')
  await buildWeb()
} else {
  console.log('portal: the pages are not built: their sources or build tools are missing')
}
