import { type AuditReaders, auditActionDefinitions } from '@portal/contract'
import type { DataSubject, ExportRow } from '../../database/tables/export-rules.ts'

const readersByAction: ReadonlyMap<string, AuditReaders> = new Map(
  Object.entries(auditActionDefinitions).map(([action, { exportedTo }]) => [action, exportedTo]),
)

/** Whether an export shows an audit entry. Unknown actions are left out: a newer version may have written them. */
export function isInHistory(
  { action, actor }: ExportRow,
  { id }: Pick<DataSubject, 'id'>,
  decisions = readersByAction,
): boolean {
  const readers = decisions.get(String(action))
  return readers === 'both' || (readers === 'actor' && actor === id)
}
