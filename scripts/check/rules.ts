import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layerOffences } from './layers.ts'
import { packageOffences } from './packages.ts'

const packages = join(import.meta.dirname, '../../packages')
const offences = [
  ...layerOffences(textsBelow(join(packages, 'server/src'), '**/*.ts')),
  ...packageOffences(textsBelow(packages, '*/src/**/*.ts')),
]
for (const offence of offences) console.error(offence)
console.log(`${offences.length} offences against the rules`)
process.exitCode = offences.length > 0 ? 1 : 0

function textsBelow(folder: string, pattern: string): Map<string, string> {
  return new Map(
    globSync(pattern, { cwd: folder })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
}
