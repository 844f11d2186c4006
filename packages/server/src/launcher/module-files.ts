import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isModuleFile, type ModuleFile, moduleFiles } from '@portal/contract'
import { Refusal } from '../errors.ts'

/** Where `npm run build` puts the module. The forms with Node inside are put beside it by whoever has them. */
const FOLDER = join(import.meta.dirname, '../../../launcher-module/dist')

/** Lists the files of the launcher module that lie beside this server. */
export async function listModuleFiles(folder = FOLDER): Promise<ModuleFile[]> {
  const sizes = await Promise.all(moduleFiles.map((file) => sizeOf(folder, file)))
  return moduleFiles.filter((_, index) => sizes[index] !== undefined)
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
  folder = FOLDER,
): Promise<{ bytes: number; stream: Readable }> {
  const bytes = isModuleFile(name) ? await sizeOf(folder, name) : undefined
  if (bytes === undefined) throw new Refusal('request.notfound')
  return { bytes, stream: isLook ? Readable.from([]) : createReadStream(join(folder, name)) }
}

async function sizeOf(folder: string, file: ModuleFile): Promise<number | undefined> {
  const found = await stat(join(folder, file)).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
