import { request, Unreachable } from '../../api.ts'
import { saveFile } from '../../ui/save-file.ts'

/**
 * Downloads a player's data by its one-time link.
 * @returns the name of the file
 * @throws Refusal, Unreachable
 */
export async function downloadData(hash: string): Promise<string> {
  const response = await request('downloadExport', { body: { hash } }, undefined)
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'data.zip'
  const content = await response.blob().catch(() => {
    throw new Unreachable() // the connection was lost during the download
  })
  saveFile(content, name)
  return name
}
