import type { Locked } from './lock.ts'

/** Licences that require nothing more than attribution. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]

/** Licences of tools whose files must stay open if they are changed or distributed; we do neither. */
const ALLOWED_FOR_TOOLS = ['MPL-2.0']

/** Packages that may have another licence, each with its reason. */
export const EXCEPTIONS: Readonly<Record<string, { licence: string; why: string }>> = {
  argparse: {
    licence: 'PSF-2.0',
    why: "requires no more than Apache-2.0; only markdown-it's command line loads it, which we never run",
  },
}

type Licensed = Pick<Locked, 'name' | 'licence' | 'isDev'>

/** Lists packages whose licence is not allowed, and exceptions that are no longer needed, one sentence each. */
export function licenceViolations(packages: readonly Licensed[]): string[] {
  const refused = packages
    .filter((one) => !isAllowed(one))
    .map(({ name, licence }) => `${name}: the licence ${licence ?? '(none)'} is not allowed`)
  const unneeded = Object.entries(EXCEPTIONS)
    .filter(
      ([name, { licence }]) =>
        !packages.some((one) => one.name === name && one.licence === licence),
    )
    .map(([name, { licence }]) => `${name}: the exception for ${licence} is no longer needed`)
  return [...new Set([...refused, ...unneeded])]
}

/**
 * Whether the licence of a package is allowed.
 * @param licence an SPDX expression: of an OR, one side must be allowed; of an AND, both sides
 */
export function isAllowed({ name, licence = '', isDev }: Licensed): boolean {
  if (EXCEPTIONS[name]?.licence === licence) return true
  const allowed = isDev ? [...ALLOWED, ...ALLOWED_FOR_TOOLS] : ALLOWED
  const sides = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return sides.some((side) => side.split(' AND ').every((id) => allowed.includes(id)))
}
