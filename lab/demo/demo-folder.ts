import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@portal/contract'

/** The file that marks a folder of the demo. */
export const MARKER = '.portal-demo.json'

export type Marker = { locale: Locale; isFilled: boolean }

/** Thrown if the demo cannot run. The message gives the reason and the next step. */
export class DemoRefused extends Error {}

/** If `locale` is undefined, an existing demo keeps its language, and a new demo is in English. */
export type Wanted = { locale: Locale | undefined; fresh: boolean }

/**
 * Prepares a folder for the demo. Changes only an empty folder or one with the marker; empties an
 * incomplete demo.
 *
 * @returns the marker, which shows whether the demo is complete
 * @throws DemoRefused
 */
export function prepareFolder(folder: string, { locale, fresh }: Wanted): Marker {
  const marker = readMarker(folder)
  if (marker?.isFilled && !fresh) {
    if (locale === undefined || marker.locale === locale) return marker
    throw new DemoRefused(`${folder} has a demo in another language; add --fresh to fill it again`)
  }
  if (marker) emptyFolder(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const started = { locale: locale ?? marker?.locale ?? 'en', isFilled: false }
  writeMarker(folder, started)
  return started
}

export function writeMarker(folder: string, marker: Marker): void {
  writeFileSync(join(folder, MARKER), `${JSON.stringify(marker)}\n`)
}

/**
 * Returns the marker of a folder; undefined if the folder is empty or does not exist.
 * @throws DemoRefused for a folder that has files and no marker
 */
function readMarker(folder: string): Marker | undefined {
  const path = join(folder, MARKER)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined
  throw new DemoRefused(
    `${folder} is not a folder of the demo; name one that is empty or does not exist: --into=<folder>`,
  )
}

/** Deletes everything except the marker, so that an interrupted run can be repeated. */
function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== MARKER) rmSync(join(folder, name), { recursive: true })
  }
}
