import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns whether a built file is missing or older than a source. Missing folders, as in an installation, do
 * not count. Reads the times of about 700 files in 10 ms.
 *
 * @param {string} built
 * @param {readonly string[]} sources folders
 */
export function isOutdated(built, sources) {
  const { mtimeMs = 0 } = statSync(built, { throwIfNoEntry: false }) ?? {}
  return sources.some((folder) =>
    filesBelow(folder).some((file) => {
      const found = statSync(join(folder, file), { throwIfNoEntry: false })
      return found !== undefined && found.mtimeMs > mtimeMs
    }),
  )
}

/** @param {string} folder */
function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.\w+$/.test(file),
    )
  } catch {
    return [] // an installation has no sources
  }
}
