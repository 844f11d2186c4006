import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../support/server-process.ts'

/**
 * Opens a data folder that can be filled to the last byte: a small file system of its own if one can be mounted,
 * otherwise a limit on the size of the process's files.
 */
export function openSmallDisk(megabytes = 8) {
  const folder = newFolder()
  const env = { DATA_DIR: folder.path }
  if (!mountTmpfs(folder.path, megabytes)) return openLimitedDisk(folder, env)
  const filler = join(folder.path, 'filler')
  return {
    folder: folder.path,
    env,
    fill(_pid: number) {
      assert.throws(() => writeFileSync(filler, Buffer.alloc(megabytes << 20)), { code: 'ENOSPC' })
    },
    free: (_pid: number) => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', folder.path])
      folder[Symbol.dispose]()
    },
  }
}

function mountTmpfs(path: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

function openLimitedDisk(folder: ReturnType<typeof newFolder>, env: Record<string, string>) {
  const limit = (pid: number, bytes: string): void => {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  }
  const survive = 'data:text/javascript,process.on(`SIGXFSZ`,()=>{})' // otherwise the limit kills the process
  return {
    folder: folder.path,
    env: { ...env, NODE_OPTIONS: `--import ${survive}` },
    fill: (pid: number) => limit(pid, String(statSync(join(folder.path, 'portal.db-wal')).size)),
    free: (pid: number) => limit(pid, 'unlimited'),
    [Symbol.dispose]: folder[Symbol.dispose],
  }
}
