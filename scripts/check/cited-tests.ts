import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * docs/security.md cites a test for each promise, as `login.test.ts: name of the test`. The name must be
 * spelled as in the source, and the file must be the end of exactly one path. It is an offence to cite a
 * test that does not exist, or a file without a test.
 */

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

const sources = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root }).map((path) => ({
  path: `/${path.replaceAll(sep, '/')}`,
  source: readFileSync(join(root, path), 'utf8'),
}))

const proofs = [...page.matchAll(/`([\w./-]+\.test\.ts): ([^`]+)`/g)]
const offences = proofs.flatMap(([, file = '', name = '']) => objections(file, name))
const named = page.match(/\.test\.ts/g) ?? []
if (named.length !== proofs.length) offences.push('a test file is cited without a test')

for (const offence of offences) console.error(`docs/security.md: ${offence}`)
console.log(`${proofs.length} proofs, ${offences.length} offences`)
process.exitCode = offences.length > 0 || proofs.length === 0 ? 1 : 0

function objections(file: string, name: string): string[] {
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
