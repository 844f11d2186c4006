import { existsSync, globSync } from 'node:fs'

/** What the installation with several machines consists of, as Debian 12 installs it. */
const PACKAGES = {
  etcd: ['etcd-server', '/usr/bin/etcd'],
  patroni: ['patroni', '/usr/bin/patroni'],
  haproxy: ['haproxy', '/usr/sbin/haproxy'],
  pgbouncer: ['pgbouncer', '/usr/sbin/pgbouncer'],
  setpriv: ['util-linux', '/usr/bin/setpriv'],
} as const

export type Program = keyof typeof PACKAGES

export function pathOf(program: Program): string {
  return PACKAGES[program][1]
}

/** The folder of the newest PostgreSQL of this machine; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  const servers = globSync('/usr/lib/postgresql/*/bin/postgres')
  const version = (path: string): number => Number(path.split('/')[4])
  return servers
    .toSorted((a, b) => version(a) - version(b))
    .at(-1)
    ?.replace(/\/postgres$/, '')
}

/** Lists the packages that are missing on this machine. */
export function missingPackages(): string[] {
  const missing = Object.values(PACKAGES).filter(([, path]) => !existsSync(path))
  const names: string[] = missing.map(([name]) => name)
  return postgresPrograms() ? names : [...names, 'postgresql']
}
