import { kernelPermissions, permissions, refusals } from '../../packages/contract/src/index.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Makes the table of all refusal codes. */
export function refusalsTable(): string {
  return markdownTable(
    ['Code', 'Status', 'Message'],
    Object.entries(refusals).map(([name, { status, en }]) => [code(name), String(status), en]),
  )
}

/** Makes the table of all permissions. */
export function permissionsTable(): string {
  return markdownTable(
    ['Permission', 'Allows to', 'Held by'],
    [
      ...Object.entries(permissions).map(([id, { en }]) => [code(id), en, 'players']),
      ...Object.entries(kernelPermissions).map(([id, { en }]) => [code(id), en, 'API keys']),
    ],
  )
}
