import { existsSync } from 'node:fs'
import { openStaging } from '../../src/import/plan/staging-store.ts'
import { systemRandom } from '../../src/platform/random.ts'

/**
 * Opens staging files one after the other, concurrently with other processes, and prints how many were
 * lost.
 */
const [, , folder = '', rounds = '0'] = process.argv
let lost = 0
for (let round = 0; round < Number(rounds); round += 1) {
  using scratch = openStaging(folder, systemRandom)
  if (!existsSync(scratch.path)) lost += 1
}
process.stdout.write(String(lost))
