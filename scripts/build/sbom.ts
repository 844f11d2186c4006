import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { billOf, listShipped } from './third-party/bill.ts'
import { bundledIn, LICENCES_FILE } from './third-party/bundled.ts'
import { licenceViolations } from './third-party/licences.ts'
import { lockOfTree, root } from './third-party/lock.ts'

const BUNDLES = ['packages/web', 'packages/launcher-module']

/**
 * Lists the parts of a release, from package-lock.json and the two builds: `portal.cdx.json` (CycloneDX 1.6) and, for
 * people, `portal-licences.txt`. `npm sbom` includes neither bundled packages nor those for other kinds of machines.
 */
const folder = resolve(process.argv[2] ?? join(root, 'dist'))
const lock = lockOfTree()
const violations = licenceViolations([...lock.packages.values()])
if (violations.length > 0) throw new Error(violations.join('\n'))

const bundles = Object.fromEntries(BUNDLES.map((part) => [part, bundledIn(licencesIn(part))]))
const sbom = billOf(lock, listShipped(lock, bundles))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'portal.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(join(folder, 'portal-licences.txt'), sbom.components.map(lineOf).join(''))
console.log(`${sbom.components.length} parts, listed in ${folder}`)

function licencesIn(part: string): string {
  const file = join(root, part, 'dist', LICENCES_FILE)
  if (!existsSync(file)) throw new Error(`${part} is not built: npm run build`)
  return readFileSync(file, 'utf8')
}

type Component = ReturnType<typeof billOf>['components'][number]

function lineOf({ name, version, licenses = [], properties }: Component): string {
  const licence = licenses.map((one) => ('expression' in one ? one.expression : one.license.id))
  const parts = properties.map(({ value }) => value.replace('packages/', ''))
  return `${`${name} ${version}`.padEnd(44)} ${licence.join().padEnd(24)} ${parts.join(', ')}\n`
}
