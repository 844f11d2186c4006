import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')

/** A package in package-lock.json, in one of the folders where npm installs it. */
export type Locked = {
  name: string
  version: string
  /** The SPDX expression of the package; undefined if it has none. */
  licence: string | undefined
  /** The hash of the tarball: `sha512-` and base64. */
  integrity: string | undefined
  /**
   * Whether the package is needed only for development, so that an installation (`npm ci --omit=dev`) does not have it.
   */
  isDev: boolean
  /** Whether the package is only for some kinds of machines, or is skipped if it fails to install. */
  isOptional: boolean
  hasInstallScript: boolean
  /** The names of the packages that the package depends on. */
  needs: readonly string[]
}

/** One of this project's own packages, by its folder ('' is the root). */
export type Workspace = { folder: string; name: string; version: string; needs: readonly string[] }

type Entry = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export type Lock = {
  /** The packages by the path of their folder relative to the root, such as `node_modules/pg`. */
  packages: ReadonlyMap<string, Locked>
  workspaces: readonly Workspace[]
}

/** Reads the packages and workspaces of a package-lock.json (lockfileVersion 3). */
export function readLock(text: string): Lock {
  const entries: [string, Entry][] = Object.entries(JSON.parse(text).packages)
  const foreign = entries.filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const own = entries.filter(([path]) => !path.includes('node_modules/'))
  return {
    packages: new Map(foreign.map(([path, entry]) => [path, toLocked(path, entry)])),
    workspaces: own.map(([folder, entry]) => ({
      folder,
      name: entry.name ?? folder,
      version: entry.version ?? '',
      needs: Object.keys({ ...entry.dependencies, ...entry.devDependencies }),
    })),
  }
}

export function lockOfTree(): Lock {
  return readLock(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

/**
 * Returns the path of the package that the package at `from` gets for a name: its own copy, or the nearest one above
 * it.
 */
export function resolveIn({ packages }: Lock, from: string, name: string): string | undefined {
  const above = from.lastIndexOf('/node_modules/')
  const path = from ? `${from}/node_modules/${name}` : `node_modules/${name}`
  if (packages.has(path)) return path
  if (!from) return undefined
  return resolveIn({ packages, workspaces: [] }, above < 0 ? '' : from.slice(0, above), name)
}

function toLocked(path: string, entry: Entry): Locked {
  return {
    name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    licence: entry.license,
    integrity: entry.integrity,
    isDev: entry.dev === true,
    isOptional: entry.optional === true || entry.devOptional === true,
    hasInstallScript: entry.hasInstallScript === true,
    needs: Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    }),
  }
}
