import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The longest socket path: `sun_path` has 104 bytes on macOS, and systems truncate or refuse longer paths. */
const MAX_PATH_LENGTH = 103

export type Environment = Record<string, string | undefined>

/** A private folder for a socket. `remove` deletes the folder and the socket, and may be called at any time. */
export type SocketDirectory = { folder: string; path: string; remove: () => void }

/**
 * Creates the folder in the directory that go-plugin names, or in the temporary one. Undefined if that is impossible;
 * the module then listens on TCP.
 */
export function createSocketDirectory(env: Environment): SocketDirectory | undefined {
  if (process.platform === 'win32') return undefined
  for (const parent of [env.PLUGIN_UNIX_SOCKET_DIR, tmpdir()]) {
    const directory = parent ? tryCreate(parent) : undefined
    if (directory) return directory
  }
  return undefined
}

/**
 * Grants access to a host that runs as another user. Without a group, only the module's own user can connect.
 * @throws Error if the group does not exist or the module's user is not in it
 */
export function grantGroupAccess(directory: SocketDirectory, env: Environment): void {
  const group = env.PLUGIN_UNIX_SOCKET_GROUP
  if (!group) return

  const id = groupId(group)
  if (id === undefined) throw new Error(`there is no group ${group}`)
  chownSync(directory.folder, -1, id)
  chmodSync(directory.folder, 0o710)
  chownSync(directory.path, -1, id)
  chmodSync(directory.path, 0o660)
}

function tryCreate(parent: string): SocketDirectory | undefined {
  try {
    const folder = mkdtempSync(join(parent, 'portal-')) // 0700
    const directory = {
      folder,
      path: join(folder, 'module'),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    }
    if (Buffer.byteLength(directory.path) <= MAX_PATH_LENGTH) return directory
    directory.remove()
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
