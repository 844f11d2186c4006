import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencyOffences } from '../build/third-party/dependency-lines.ts'
import { licenceOffences } from '../build/third-party/licences.ts'
import { lockOfTree, root } from '../build/third-party/lock.ts'

/** Checks that the licences of all packages are allowed, and that docs/dependencies.md is complete. */
const lock = lockOfTree()
const document = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
const offences = [
  ...licenceOffences([...lock.packages.values()]),
  ...dependencyOffences(document, lock),
]

for (const offence of offences) console.error(offence)
console.log(`${lock.packages.size} third-party packages, ${offences.length} offences`)
process.exitCode = offences.length > 0 ? 1 : 0
