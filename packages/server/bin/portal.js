#!/usr/bin/env node
// Plain JavaScript, so that with a filled cache Node loads no TypeScript stripper: 25 MB and 100 ms less.

const OLDEST = '24.12'
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `error: Portal needs Node ${OLDEST} or newer, and this is ${process.versions.node}; npm start brings the right one along`,
  )
  process.exit(1)
}

// Room for young objects is what pays: 4 MB of it, where V8 begins with 1, and up to 8 under load, so that a request
// which waits for the disk is still young when it was answered (docs/performance.md). `npm start` gives the same.
if (process.argv[2] === 'serve') restartWith('--min-semi-space-size=4', '--max-semi-space-size=8')
// Hashes are made on libuv's threads, of which there are four unless somebody says otherwise before the first.
if (process.argv[2] === 'import') {
  // A million rows pass through: little room for young ones, and old ones are thrown away early (docs/measured.md).
  restartWith('--max-semi-space-size=2', '--heap-growing-percent=40')
  const { availableParallelism } = await import('node:os')
  process.env.UV_THREADPOOL_SIZE ??= String(Math.max(4, availableParallelism()))
}
const { enableCompileCache } = await import('node:module')
enableCompileCache()
const { freshJoinedServer } = await import('./joined-server.js')
const joined = freshJoinedServer(`${import.meta.dirname}/../../..`)
if (joined) {
  await import(joined)
} else {
  const { findSourcesAtOnce, useJoinedLibraries } = await import('../src/libraries.ts')
  useJoinedLibraries()
  findSourcesAtOnce()
  await import('../src/main.ts')
}

/** V8 takes some flags only at its start: this process begins anew, unless it was begun with them. */
function restartWith(...flags) {
  const given = process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))
  if (given || process.platform === 'win32') return
  const rest = [...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...flags, ...rest])
}
