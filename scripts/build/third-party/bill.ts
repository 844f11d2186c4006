import { type Lock, type Locked, resolveIn } from './lock.ts'

/** The parts of a release that contain a package: an installation, or the bundles of workspaces. */
export type Shipped = { path: string; parts: readonly string[] }

/**
 * Lists the packages of a release: those of an installation (`npm ci --omit=dev`, on any machine), and those bundled
 * into the pages and the module.
 * @param bundles names and versions (`vue@3.5.45`) by the workspace that bundles them.
 * @throws Error for a bundled package that is not in package-lock.json.
 */
export function listShipped(
  lock: Lock,
  bundles: Readonly<Record<string, readonly string[]>>,
): Shipped[] {
  const parts = new Map<string, string[]>()
  for (const [path, { isDev }] of lock.packages) if (!isDev) parts.set(path, ['packages/server'])
  for (const [workspace, names] of Object.entries(bundles)) {
    for (const name of names) {
      const found = [...lock.packages].filter(([, one]) => `${one.name}@${one.version}` === name)
      if (found.length === 0)
        throw new Error(`${workspace} was built with another ${name}: npm run build`)
      for (const [path] of found) parts.set(path, [...(parts.get(path) ?? []), workspace])
    }
  }
  return [...parts].map(([path, parts]) => ({ path, parts }))
}

/**
 * Returns the bill of materials as CycloneDX 1.6, without time and serial number, so that the same tree always gives
 * the same file.
 */
export function billOf(lock: Lock, shipped: readonly Shipped[]) {
  const product = lock.workspaces.find(({ folder }) => folder === '')
  if (!product) throw new Error('package-lock.json names no root')
  const main = { type: 'application', name: product.name, version: product.version }
  const ref = purlOf(product)
  const components = new Map(
    shipped.flatMap(({ path, parts }) => {
      const found = lock.packages.get(path)
      return found ? [[purlOf(found), componentOf(found, parts)] as const] : []
    }),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...main, 'bom-ref': ref, purl: ref } },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: [{ ref, dependsOn: directOf(lock, components) }, ...edgesOf(lock, shipped)],
  }
}

function componentOf(one: Locked, parts: readonly string[]) {
  const [algorithm, digest = ''] = one.integrity?.split('-') ?? []
  const content = Buffer.from(digest, 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    name: one.name,
    version: one.version,
    scope: one.isOptional ? 'optional' : 'required',
    ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content }] }),
    ...(one.licence && { licenses: [licenceOf(one.licence)] }),
    purl: purlOf(one),
    properties: parts.map((value) => ({ name: 'portal:part', value })),
  }
}

/** Returns a licence as CycloneDX requires: as the id of one licence, or as an SPDX expression of several. */
function licenceOf(licence: string) {
  return licence.includes(' ') ? { expression: licence } : { license: { id: licence } }
}

function directOf(lock: Lock, components: ReadonlyMap<string, unknown>): string[] {
  const direct = lock.workspaces.flatMap(({ folder, needs }) =>
    needs.map((name) => ({ folder, name })),
  )
  const paths = direct.flatMap(({ folder, name }) => resolveIn(lock, folder, name) ?? [])
  return purlsOf(lock, paths).filter((purl) => components.has(purl))
}

function edgesOf(lock: Lock, shipped: readonly Shipped[]) {
  const within = new Set(shipped.map(({ path }) => path))
  const edges = new Map<string, Set<string>>()
  for (const { path } of shipped) {
    const one = lock.packages.get(path)
    if (!one) continue
    const needed = one.needs.flatMap((name) => resolveIn(lock, path, name) ?? [])
    const found = edges.get(purlOf(one)) ?? new Set()
    for (const purl of purlsOf(
      lock,
      needed.filter((path) => within.has(path)),
    ))
      found.add(purl)
    edges.set(purlOf(one), found)
  }
  return [...edges].map(([ref, found]) => ({ ref, dependsOn: [...found].sort() }))
}

function purlsOf(lock: Lock, paths: readonly string[]): string[] {
  const found = paths.flatMap((path) => lock.packages.get(path) ?? [])
  return [...new Set(found.map(purlOf))].sort()
}

/** Returns the package URL, such as `pkg:npm/%40scope/name@1.0.0`. */
function purlOf({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
