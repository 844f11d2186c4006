import { existsSync } from 'node:fs'
import { openScratch } from '../../src/import/plan/staging-store.ts'
import { systemRandom } from '../../src/platform/random.ts'

/** Opens plans one after the other, beside other processes that do the same, and tells how many it lost. */
const [, , folder = '', rounds = '0'] = process.argv
let lost = 0
for (let round = 0; round < Number(rounds); round += 1) {
  using scratch = openScratch(folder, systemRandom)
  if (!existsSync(scratch.path)) lost += 1
}
process.stdout.write(String(lost))
