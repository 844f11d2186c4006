import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { TextureKind } from '@portal/contract'
import { TEXTURE_BYTES } from '@portal/contract/texture-form'
import { ImportRefused } from '../import-refused.ts'

/** The folder of the old site: its `.env`, and the files that players and authors uploaded. */
export type OldFiles = {
  env: NodeJS.Dict<string>
  /** Undefined for a file that is not there, or is larger than `most` bytes. */
  read(name: string, most: number): Buffer | undefined
  /** Reads a skin or a cape in base64; one that is not there, or too large, is noted. */
  texture(kind: TextureKind, name: string, notes: string[]): string | undefined
}

/**
 * @param places the folders of uploads, from the folder of the old site; `{kind}` is `skin` or `cape`.
 * @throws ImportRefused when the folder is not there.
 */
export function openOldFiles(folder: string, places: readonly string[]): OldFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ImportRefused(`--files ${folder}: there is no such folder`)
  }
  const readFrom = (all: readonly string[], name: string, most: number): Buffer | undefined => {
    if (name !== basename(name)) return undefined // the database must not name other files
    for (const place of all) {
      const path = join(folder, place, name)
      const file = lstatSync(path, { throwIfNoEntry: false })
      if (file?.isFile()) return file.size > most ? undefined : readFileSync(path)
    }
    return undefined
  }
  return {
    env: readEnv(join(folder, '.env')) ?? readEnv(join(dirname(folder), '.env')) ?? {},
    read: (name, most) => readFrom(places, name, most),
    texture(kind, name, notes) {
      const own = places.map((place) => place.replace('{kind}', kind))
      const file = readFrom(own, name, TEXTURE_BYTES)
      if (!file) notes.push(`comes without the ${kind}: no file ${name} of 1 MiB or less`)
      return file?.toString('base64')
    },
  }
}

function readEnv(path: string): NodeJS.Dict<string> | undefined {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile()
  return isThere ? parseEnv(readFileSync(path, 'utf8')) : undefined
}
