#!/usr/bin/env node
// Runs the built server (packages/server/dist). Plain JavaScript, so that an older Node can read it, too.

const OLDEST = '24.12'
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `error: Portal needs Node ${OLDEST} or newer, and this is ${process.versions.node}; npm start brings the right one along`,
  )
  process.exit(1)
}

const { existsSync } = await import('node:fs')
const { fileURLToPath } = await import('node:url')
const { enableCompileCache } = await import('node:module')
const { isOutdated } = await import('./is-outdated.js')

const folderOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const built = folderOf('server/dist/main.js')
if (!existsSync(built)) {
  console.error('error: packages/server/dist is missing; run: npm run build')
  process.exit(1)
}
if (isOutdated(built, [folderOf('server/src'), folderOf('contract/src')])) {
  console.error('warning: packages/server/dist is older than the sources; run: npm run build')
}

// Passwords are hashed on libuv's threads. There are four, unless this variable is set before the first hash.
if (process.argv[2] === 'import') {
  const { availableParallelism } = await import('node:os')
  process.env.UV_THREADPOOL_SIZE ??= String(Math.max(4, availableParallelism()))
}
process.setSourceMapsEnabled(true)
enableCompileCache()
await import('../dist/main.js')
