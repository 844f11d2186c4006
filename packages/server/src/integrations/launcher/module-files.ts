import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isModuleFile, type ModuleFile, moduleFiles } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { packageFolder } from '../../platform/package-folder.ts'

/** The folder of the build, and a folder outside it for the variants that include Node. */
const FOLDERS = ['dist', 'with-node'].map((folder) =>
  join(packageFolder, '../launcher-module', folder),
)

export async function listModuleFiles(folders = FOLDERS): Promise<ModuleFile[]> {
  const found = await Promise.all(moduleFiles.map((file) => findFile(folders, file)))
  return moduleFiles.filter((_, index) => found[index] !== undefined)
}

/**
 * Opens a file of the launcher module.
 * @param isHead whether only the size is needed
 * @throws Refusal `request.notfound`
 */
export async function openModuleFile(
  name: string,
  isHead: boolean,
  folders = FOLDERS,
): Promise<{ bytes: number; stream: Readable }> {
  const found = isModuleFile(name) ? await findFile(folders, name) : undefined
  if (!found) throw new Refusal('request.notfound')
  return { bytes: found.bytes, stream: isHead ? Readable.from([]) : createReadStream(found.path) }
}

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
