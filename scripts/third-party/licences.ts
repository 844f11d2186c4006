import type { Locked } from './lock.ts'

/** What asks for no more than to be named, or for nothing. */
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

/** Tools whose own files must stay open when they are changed or passed on: neither happens here. */
const ALLOWED_FOR_TOOLS = ['MPL-2.0']

/** Packages that may have another licence, each for its reason. */
export const EXCEPTIONS: Readonly<Record<string, { licence: string; why: string }>> = {
  argparse: {
    licence: 'PSF-2.0',
    why: "asks for no more than Apache-2.0 does; only markdown-it's command line loads it, which is never run",
  },
}

type Licensed = Pick<Locked, 'name' | 'licence' | 'isDev'>

/** What is wrong with the licences of these packages, a line each; none: nothing. */
export function licenceOffences(packages: readonly Licensed[]): string[] {
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

/** @param licence an SPDX expression: of an OR one side is enough, of an AND every side has to do */
export function isAllowed({ name, licence = '', isDev }: Licensed): boolean {
  if (EXCEPTIONS[name]?.licence === licence) return true
  const allowed = isDev ? [...ALLOWED, ...ALLOWED_FOR_TOOLS] : ALLOWED
  const sides = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return sides.some((side) => side.split(' AND ').every((id) => allowed.includes(id)))
}
