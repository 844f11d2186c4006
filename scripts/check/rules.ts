import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layerViolations } from './layers.ts'
import { packageViolations } from './packages.ts'

const packages = join(import.meta.dirname, '../../packages')
const violations = [
  ...layerViolations(textsBelow(join(packages, 'server/src'), '**/*.ts')),
  ...packageViolations(textsBelow(packages, '*/src/**/*.ts')),
]
for (const violation of violations) console.error(violation)
console.log(`${violations.length} offences against the rules`)
process.exitCode = violations.length > 0 ? 1 : 0

function textsBelow(folder: string, pattern: string): Map<string, string> {
  return new Map(
    globSync(pattern, { cwd: folder })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
}
