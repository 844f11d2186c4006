import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { ImportRefused } from '../../import-refused.ts'

/** The folder of the old site: its `.env`, and the files that players and authors uploaded. */
export type OldFiles = {
  env: NodeJS.Dict<string>
  /** Undefined for a file that is not there, or is larger than `most` bytes. */
  read(name: string, most: number): Buffer | undefined
}

/** Where uploads are, from the folder of the old site; or it is the folder of uploads itself. */
const UPLOADS = ['', 'storage', 'workspaces/server/storage']

/** @throws ImportRefused when the folder is not there. */
export function openOldFiles(folder: string): OldFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ImportRefused(`--files ${folder}: there is no such folder`)
  }
  return {
    env: readEnv(join(folder, '.env')) ?? readEnv(join(dirname(folder), '.env')) ?? {},
    read(name, most) {
      if (name !== basename(name)) return undefined // the database must not name other files
      for (const place of UPLOADS) {
        const path = join(folder, place, name)
        const file = lstatSync(path, { throwIfNoEntry: false })
        if (file?.isFile()) return file.size > most ? undefined : readFileSync(path)
      }
      return undefined
    },
  }
}

function readEnv(path: string): NodeJS.Dict<string> | undefined {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile()
  return isThere ? parseEnv(readFileSync(path, 'utf8')) : undefined
}
