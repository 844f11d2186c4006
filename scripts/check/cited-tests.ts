import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Checks the tests that docs/security.md cites for its promises, as `login.test.ts: name of the test`. The name must
 * be spelled as in the source, and the file must be the end of exactly one path.
 */

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

const sources = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root }).map((path) => ({
  path: `/${path.replaceAll(sep, '/')}`,
  source: readFileSync(join(root, path), 'utf8'),
}))

const citations = [...page.matchAll(/`([\w./-]+\.test\.ts): ([^`]+)`/g)]
const violations = citations.flatMap(([, file = '', name = '']) => citationProblems(file, name))
const named = page.match(/\.test\.ts/g) ?? []
if (named.length !== citations.length) violations.push('a test file is cited without a test')

for (const violation of violations) console.error(`docs/security.md: ${violation}`)
console.log(`${citations.length} proofs, ${violations.length} offences`)
process.exitCode = violations.length > 0 || citations.length === 0 ? 1 : 0

function citationProblems(file: string, name: string): string[] {
  const [found, ...others] = sources.filter(({ path }) => path.endsWith(`/${file}`))
  if (!found) return [`${file} does not exist`]
  if (others.length > 0) return [`${file} could be several files`]
  if (isTest(found.source, name)) return []
  const elsewhere = sources.filter(({ source }) => isTest(source, name)).map(({ path }) => path)
  return [`${file} has no test "${name}"; it is in ${elsewhere.join(', ') || 'no file'}`]
}

/** Whether the name is the quoted first argument of a call that defines a test. */
function isTest(source: string, name: string): boolean {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const quoted = `(['"\`])${literal}\\1`
  return new RegExp(`\\b(?:test|law|\\w+Test)\\(\\s*${quoted}`).test(source)
}
