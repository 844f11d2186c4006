import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildProgram, moduleDist } from './build-module.ts'

/**
 * Builds `dist/with-node/portal`, a program with Node inside, for machines that have none. It contains the
 * Node that runs this script, which must be 25.5 or newer.
 */
const folder = join(moduleDist, 'with-node')
const [main, config] = [join(folder, 'portal.cjs'), join(folder, 'sea.json')]
const output = join(folder, process.platform === 'win32' ? 'portal.exe' : 'portal')

mkdirSync(folder, { recursive: true })
await buildProgram(main)
writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true }))
execFileSync(process.execPath, ['--build-sea', config], { stdio: 'inherit' })
rmSync(main)
rmSync(config)
console.log(`${output}: ${(statSync(output).size / 1e6).toFixed(0)} MB`)
