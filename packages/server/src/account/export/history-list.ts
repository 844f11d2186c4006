import { type AuditReaders, auditActionDefinitions } from '@portal/contract'
import type { DataSubject, ExportRow } from '../../database/tables/export-rules.ts'

const readersByAction: ReadonlyMap<string, AuditReaders> = new Map(
  Object.entries(auditActionDefinitions).map(([action, { exportedTo }]) => [action, exportedTo]),
)

/**
 * Whether the export of a player shows an audit entry. Leaves out unknown actions, which a newer version may have
 * written.
 */
export function isInHistory(
  { action, actor }: ExportRow,
  { id }: Pick<DataSubject, 'id'>,
  decisions = readersByAction,
): boolean {
  const readers = decisions.get(String(action))
  return readers === 'both' || (readers === 'actor' && actor === id)
}
