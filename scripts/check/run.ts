import { type Parts, runParts } from './run-parts.ts'

/** What `npm run check` checks. The formatter lists files, because its differences would hide other faults. */
const parts: Parts = {
  types: 'tsc --noEmit',
  'types of the pages': 'node packages/web/check.ts',
  lint: 'biome ci --formatter-enabled=false --colors=off .',
  'format (npm run format)': 'biome format --reporter=summary --colors=off .',
  'layers and packages': 'node scripts/check/rules.ts',
  'tests cited in docs/security.md': 'node scripts/check/cited-tests.ts',
  'mutation tests that still apply': 'node lab/mutation/mutation.ts --list',
  'licences and docs/dependencies.md': 'node scripts/check/dependencies.ts',
}

process.exitCode = (await runParts(parts, console.log)) ? 0 : 1
