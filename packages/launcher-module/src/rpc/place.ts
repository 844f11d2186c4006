import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Systems truncate or refuse longer socket paths: `sun_path` has 104 bytes on macOS. */
const LONGEST_PATH = 103

export type Environment = Record<string, string | undefined>

/** A private folder for a socket. `remove` deletes both and can be called at any time. */
export type SocketPlace = { folder: string; path: string; remove: () => void }

/**
 * Creates a private folder for the socket, in the directory that go-plugin names or in the temporary
 * one. Undefined if that is impossible; the module then listens on TCP.
 */
export function makeSocketPlace(env: Environment): SocketPlace | undefined {
  if (process.platform === 'win32') return undefined
  for (const parent of [env.PLUGIN_UNIX_SOCKET_DIR, tmpdir()]) {
    const place = parent ? tryToMake(parent) : undefined
    if (place) return place
  }
  return undefined
}

/**
 * Gives the group that go-plugin names access, for hosts that run as another user. Without a group
 * only the module's own user can connect.
 *
 * @throws Error if the group does not exist or the module's user is not in it.
 */
export function openToGroup(place: SocketPlace, env: Environment): void {
  const group = env.PLUGIN_UNIX_SOCKET_GROUP
  if (!group) return

  const id = groupId(group)
  if (id === undefined) throw new Error(`there is no group ${group}`)
  chownSync(place.folder, -1, id)
  chmodSync(place.folder, 0o710)
  chownSync(place.path, -1, id)
  chmodSync(place.path, 0o660)
}

function tryToMake(parent: string): SocketPlace | undefined {
  try {
    const folder = mkdtempSync(join(parent, 'portal-')) // 0700
    const place = {
      folder,
      path: join(folder, 'module'),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    }
    if (Buffer.byteLength(place.path) <= LONGEST_PATH) return place
    place.remove()
  } catch {
    // The folder is missing or not writable; try the next one, or TCP.
  }
  return undefined
}

function groupId(group: string): number | undefined {
  if (/^\d+$/.test(group)) return Number(group)
  const lines = readFileSync('/etc/group', 'utf8').split('\n')
  const id = lines.map((line) => line.split(':')).find(([name]) => name === group)?.[2]
  return id === undefined ? undefined : Number(id)
}
