import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildProgram, moduleDist } from './build-module.ts'

/**
 * Builds the program's second form, which carries the Node that runs this script, for machines
 * without one: `dist/with-node/portal`. Node 25.5 or newer writes it by itself.
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
