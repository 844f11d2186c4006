/**
 * A pattern over permissions that allows or denies what it matches, as `-launcher.build.test` or
 * `player.skin.*` (permissions, Node).
 */
export type Node = {
  /** The stored form: lower case, a denial begins with `-`. */
  text: string
  allows: boolean
  segments: readonly string[]
  /** Compared in order, higher first: exact, literal segments, fewer wildcards (permissions, Specificity). */
  specificity: readonly [exact: number, literals: number, fewWildcards: number]
}

export const MOST_NODE_LENGTH = 256

const BUILD = 'launcher.build.'
const SEGMENT = /^[a-z0-9_-]+$/
const BUILD_ID = /^[a-z0-9_.-]{1,64}$/

/** Reads a node in any letter case, `!` as `-`; undefined when the text is none. */
export function parseNode(text: string): Node | undefined {
  const denies = /^[-!]/.test(text)
  const segments = readPath(denies ? text.slice(1) : text)
  if (!segments || text.length > MOST_NODE_LENGTH) return undefined

  const wildcards = segments.filter((segment) => segment === '*').length
  return {
    text: `${denies ? '-' : ''}${segments.join('.')}`,
    allows: !denies,
    segments,
    specificity: [wildcards === 0 ? 1 : 0, segments.length - wildcards, -wildcards],
  }
}

/** The segments of one permission, in any letter case; undefined for patterns, denials and the rest. */
export function parsePermission(text: string): readonly string[] | undefined {
  const node = parseNode(text)
  return node?.allows && !isWildcard(node) ? node.segments : undefined
}

function readPath(text: string): string[] | undefined {
  if (/[^\w.*-]/.test(text)) return undefined // letters beyond ASCII could turn into it in lower case
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
 * The segments of a permission or of a node's path, in lower case. A build's id is one segment,
 * whatever dots it has (permissions, Registry).
 */
export function segmentsOf(path: string): string[] {
  if (!path.startsWith(BUILD)) return path.split('.')
  return ['launcher', 'build', path.slice(BUILD.length)]
}

/**
 * Whether a node speaks about a permission: literal segments are equal, an inner `*` is exactly one
 * segment, a trailing one is one or more. What begins with a wildcard never reaches `kernel`.
 *
 * @param permission its segments, in lower case.
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

/** Negative when `a` is the more specific, 0 when neither is. */
export function bySpecificity(a: Node, b: Node): number {
  for (const [index, value] of a.specificity.entries()) {
    const difference = (b.specificity[index] ?? 0) - value
    if (difference !== 0) return difference
  }
  return 0
}

/** The namespace that only API keys hold; players, roles and groups never do (permissions, `kernel.*`). */
export function isKernel([namespace]: readonly string[]): boolean {
  return namespace === 'kernel'
}

export function isWildcard(node: Node): boolean {
  return node.specificity[0] === 0
}
