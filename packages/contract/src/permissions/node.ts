/**
 * A pattern that allows or denies the permissions it matches, such as `-launcher.build.test` or
 * `player.skin.*` (docs/contract.md#nodes).
 */
export type Node = {
  /** The stored form: in lower case; a denial begins with `-`. */
  text: string
  allows: boolean
  segments: readonly string[]
  /** The first number that differs decides; a higher number is more specific (docs/contract.md#nodes). */
  specificity: readonly [exact: number, literals: number, fewWildcards: number]
}

const MAX_NODE_LENGTH = 256

const BUILD = 'launcher.build.'
const SEGMENT = /^[a-z0-9_-]+$/
const BUILD_ID = /^[a-z0-9_.-]{1,64}$/

/** Parses a node in any letter case, with `!` for `-`; undefined for invalid text. */
export function parseNode(text: string): Node | undefined {
  const denies = /^[-!]/.test(text)
  const segments = readPath(denies ? text.slice(1) : text)
  if (!segments || text.length > MAX_NODE_LENGTH) return undefined

  const wildcards = segments.filter((segment) => segment === '*').length
  return {
    text: `${denies ? '-' : ''}${segments.join('.')}`,
    allows: !denies,
    segments,
    specificity: [wildcards === 0 ? 1 : 0, segments.length - wildcards, -wildcards],
  }
}

/** Parses a permission in any letter case into segments; undefined for invalid text. */
export function parsePermission(text: string): readonly string[] | undefined {
  const node = parseNode(text)
  return node?.allows && !isWildcard(node) ? node.segments : undefined
}

function readPath(text: string): string[] | undefined {
  if (/[^\w.*-]/.test(text)) return undefined // some non-ASCII letters become ASCII in lower case
  const path = text.toLowerCase()
  const isBuild = path.startsWith(BUILD)
  const segments = segmentsOf(path)
  const wellFormed = segments.every(
    (segment, index) =>
      segment === '*' || (isBuild && index === 2 ? BUILD_ID : SEGMENT).test(segment),
  )
  return wellFormed ? segments : undefined
}

/**
 * Splits the path of a permission or a node, in lower case, into its segments. The id of a build is one
 * segment, even with dots (docs/contract.md#registered-permissions).
 */
export function segmentsOf(path: string): string[] {
  if (!path.startsWith(BUILD)) return path.split('.')
  return ['launcher', 'build', path.slice(BUILD.length)]
}

/**
 * Whether a node matches a permission: literal segments are equal, an inner `*` matches exactly one
 * segment, a trailing one matches one or more. A node that begins with `*` never matches `kernel`.
 *
 * @param permission the segments of the permission, in lower case.
 */
export function matches(node: Node, permission: readonly string[]): boolean {
  const { segments } = node
  if (segments[0] === '*' && isKernel(permission)) return false
  const isOpen = segments.at(-1) === '*'
  if (isOpen ? permission.length < segments.length : permission.length !== segments.length) {
    return false
  }
  return segments.every((segment, index) => segment === '*' || segment === permission[index])
}

/** Orders nodes by specificity, the most specific first. */
export function bySpecificity(a: Node, b: Node): number {
  for (const [index, value] of a.specificity.entries()) {
    const difference = (b.specificity[index] ?? 0) - value
    if (difference !== 0) return difference
  }
  return 0
}

/** Whether segments are in the namespace that only API keys have (docs/game-servers.md#api-keys). */
export function isKernel([namespace]: readonly string[]): boolean {
  return namespace === 'kernel'
}

export function isWildcard(node: Node): boolean {
  return node.specificity[0] === 0
}
