import type { ImportState } from '@portal/contract'
import { IMPORT_PART_LIMIT } from '@portal/contract/import-limits'
import { Refusal, Unreachable } from '../../../api.ts'
import { call } from '../../../session.ts'

/** Attempts per part. An attempt fails if the connection breaks, or if it reaches an instance without the file. */
const MAX_ATTEMPTS = 20

/**
 * Uploads a file in parts that are small enough for any proxy.
 * @param onPart receives the share that has arrived, from 0 to 1
 * @throws Refusal, Unreachable
 */
export async function uploadInParts(
  file: File,
  onPart: (part: number) => void,
): Promise<ImportState | undefined> {
  let state: ImportState | undefined
  for (let offset = 0; offset < file.size; offset += IMPORT_PART_LIMIT) {
    state = await sendPart(file, offset)
    onPart(Math.min(1, (offset + IMPORT_PART_LIMIT) / file.size))
  }
  return state
}

async function sendPart(file: File, offset: number): Promise<ImportState> {
  const form = new FormData()
  form.set('file', file.slice(offset, offset + IMPORT_PART_LIMIT))
  const query = { name: file.name.slice(0, 200), size: String(file.size), offset: String(offset) }
  for (let count = 1; ; count += 1) {
    try {
      return await call('uploadImport', { query, file: form })
    } catch (error) {
      const isElsewhere = error instanceof Refusal && error.code === 'import.elsewhere'
      const isWorthIt = (isElsewhere && offset > 0) || error instanceof Unreachable
      if (!isWorthIt || count === MAX_ATTEMPTS) throw error
    }
  }
}
