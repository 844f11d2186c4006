import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { ImportMessage, TextureKind } from '@portal/contract'
import { TEXTURE_BYTES } from '@portal/contract/texture-form'
import { importMessage } from '../import-message.ts'
import { ImportCommandRefused } from '../import-refused.ts'

export type SourceFiles = {
  env: NodeJS.Dict<string>
  /** Returns the bytes of a file; undefined if it is missing or larger than `most` bytes. */
  read(name: string, most: number): Buffer | undefined
  /** Returns a skin or a cape in base64. If the file is missing or too large, adds a note and returns undefined. */
  texture(kind: TextureKind, name: string, notes: ImportMessage[]): string | undefined
}

/**
 * Opens the folder with the files of the previous site.
 * @param places the folders of uploads, relative to `folder`; in them, `{kind}` stands for `skin` or `cape`
 * @throws ImportCommandRefused if the folder is missing
 */
export function openSourceFiles(folder: string, places: readonly string[]): SourceFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ImportCommandRefused(`--files ${folder}: no such folder`)
  }
  const readFrom = (all: readonly string[], name: string, most: number): Buffer | undefined => {
    if (name !== basename(name)) return undefined // a name from the database must not lead out of the folder
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
      if (!file) notes.push(importMessage(`${kind}-missing`, { file: name }))
      return file?.toString('base64')
    },
  }
}

function readEnv(path: string): NodeJS.Dict<string> | undefined {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile()
  return isThere ? parseEnv(readFileSync(path, 'utf8')) : undefined
}
