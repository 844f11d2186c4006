import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isModuleFile, type ModuleFile, moduleFiles } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { packageFolder } from '../../platform/package-folder.ts'

/** Where `npm run build` puts the module, and where the forms with Node inside are, which it leaves alone. */
const FOLDERS = ['dist', 'with-node'].map((folder) =>
  join(packageFolder, '../launcher-module', folder),
)

/** Lists the files of the launcher module that lie beside this server. */
export async function listModuleFiles(folders = FOLDERS): Promise<ModuleFile[]> {
  const found = await Promise.all(moduleFiles.map((file) => findFile(folders, file)))
  return moduleFiles.filter((_, index) => found[index] !== undefined)
}

/**
 * Opens a file of the launcher module.
 *
 * @param isLook whether only its size is wanted
 * @throws Refusal `request.notfound`
 */
export async function openModuleFile(
  name: string,
  isLook: boolean,
  folders = FOLDERS,
): Promise<{ bytes: number; stream: Readable }> {
  const found = isModuleFile(name) ? await findFile(folders, name) : undefined
  if (!found) throw new Refusal('request.notfound')
  return { bytes: found.bytes, stream: isLook ? Readable.from([]) : createReadStream(found.path) }
}

/** Finds a file in the first folder that has it. */
async function findFile(
  folders: readonly string[],
  name: ModuleFile,
): Promise<{ path: string; bytes: number } | undefined> {
  for (const folder of folders) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return { path, bytes: found.size }
  }
  return undefined
}
