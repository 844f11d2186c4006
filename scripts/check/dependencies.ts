import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencyViolations } from '../build/third-party/dependency-lines.ts'
import { licenceViolations } from '../build/third-party/licences.ts'
import { lockOfTree, root } from '../build/third-party/lock.ts'

/** Checks that the licences of all packages are allowed, and that docs/dependencies.md is complete. */
const lock = lockOfTree()
const document = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
const violations = [
  ...licenceViolations([...lock.packages.values()]),
  ...dependencyViolations(document, lock),
]

for (const violation of violations) console.error(violation)
console.log(`${lock.packages.size} third-party packages, ${violations.length} offences`)
process.exitCode = violations.length > 0 ? 1 : 0
