import { existsSync, globSync } from 'node:fs'

/** The packages of the installation with several machines on Debian 12. */
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

/** Returns the folder of the newest PostgreSQL of this machine, if there is one. */
export function postgresPrograms(): string | undefined {
  const servers = globSync('/usr/lib/postgresql/*/bin/postgres')
  const version = (path: string): number => Number(path.split('/')[4])
  return servers
    .toSorted((a, b) => version(a) - version(b))
    .at(-1)
    ?.replace(/\/postgres$/, '')
}

export function missingPackages(): string[] {
  const missing = Object.values(PACKAGES).filter(([, path]) => !existsSync(path))
  const names: string[] = missing.map(([name]) => name)
  return postgresPrograms() ? names : [...names, 'postgresql']
}
