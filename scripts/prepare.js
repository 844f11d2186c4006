// Runs after `npm ci` and makes what is ready-made: the libraries the server starts from, the pages
// it serves, the launcher-side module. Plain JavaScript: without the development dependencies an older Node runs
// this, and there is nothing to build with.
import { existsSync } from 'node:fs'

const isHere = (path) => existsSync(new URL(`../${path}`, import.meta.url))

if (isHere('node_modules/esbuild') && isHere('packages/server/src')) {
  const { joinLibraries } = await import('./join-libraries.ts')
  await joinLibraries()
} else {
  console.log('portal: the libraries stay in their many files: it takes a development install to join them')
}
if (isHere('node_modules/esbuild') && isHere('packages/launcher-module/src')) {
  const { buildModule, moduleDist } = await import('./build-module.ts')
  await buildModule(moduleDist)
} else {
  console.log('portal: the launcher-side module is not built: its sources or build tools are not here')
}
if (isHere('node_modules/vite') && isHere('packages/web/src')) {
  const { buildWeb } = await import('./build-web.ts')
  await buildWeb()
} else {
  console.log('portal: the pages are not built: their sources or build tools are not here')
}
