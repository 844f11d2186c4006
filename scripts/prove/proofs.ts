import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './breaks.ts'

/** Every test that docs/security.md cites, once: `login.test.ts: its name`. */
export function citedProofs(): string[] {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const cited = [...page.matchAll(/`([\w./-]+\.test\.ts: [^`]+)`/g)].map(([, proof = '']) => proof)
  return [...new Set(cited)]
}

/** The file of a proof, and a pattern of its name, in which each `${…}` matches anything. */
export function locateProof(proof: string): { file: string; pattern: string } {
  const [, name = '', title = ''] = /^([^:]+): (.*)$/s.exec(proof) ?? []
  const files = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root })
  const file = files.find((path) => `/${path}`.endsWith(`/${name}`))
  if (!file) throw new Error(`${name} does not exist`)
  const pattern = title
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.*')
  return { file, pattern: `^${pattern}` }
}
