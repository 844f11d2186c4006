import { type Parts, runParts } from './run-parts.ts'

/**
 * The parts of `npm run check`. The formatter prints only the names of files, because its diffs would hide other
 * faults.
 */
const parts: Parts = {
  types: 'tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/check.tsbuildinfo',
  'types of the pages': 'node packages/web/check.ts',
  lint: 'biome ci --formatter-enabled=false --colors=off .',
  'format (npm run format)': 'biome format --reporter=summary --colors=off .',
  'layers and packages': 'node scripts/check/rules.ts',
  'links, files and commands in the documents':
    'node --test --test-reporter=dot packages/server/test/documents/docs.test.ts packages/server/test/documents/sources.test.ts',
  'tests cited in docs/security.md': 'node scripts/check/cited-tests.ts',
  'generated tables (npm run docs)': 'node scripts/docs/generate.ts --check',
  'mutation tests that still apply': 'node lab/mutation/mutation.ts --list',
  'licences and docs/dependencies.md': 'node scripts/check/dependencies.ts',
}

process.exitCode = (await runParts(parts, console.log)) ? 0 : 1
