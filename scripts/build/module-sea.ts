import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { buildProgram } from './module.ts'

/**
 * Builds `with-node/portal`, a program with Node inside, for machines without Node, and packs it as
 * `portal-<system>-<processor>.gz`, The site offers the packages for Linux machines for download. It contains the Node that runs this
 * script, which must be 25.5 or newer. The folder is not `dist`, which each build replaces.
 */
const folder = join(import.meta.dirname, '../../packages/launcher-module', 'with-node')
const [main, config] = [join(folder, 'portal.cjs'), join(folder, 'sea.json')]
const output = join(folder, process.platform === 'win32' ? 'portal.exe' : 'portal')
const packed = join(folder, `portal-${process.platform}-${process.arch}.gz`)

mkdirSync(folder, { recursive: true })
await buildProgram(main)
writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true }))
execFileSync(process.execPath, ['--build-sea', config], { stdio: 'inherit' })
rmSync(main)
rmSync(config)
await pipeline(createReadStream(output), createGzip({ level: 9 }), createWriteStream(packed))
for (const file of [output, packed]) {
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(0)} MB`)
}
