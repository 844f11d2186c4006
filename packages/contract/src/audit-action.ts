import type { Words } from './locale.ts'

/** A kind of event in the audit log, as the panel shows it. */
export type AuditActionDefinition = Words & {
  /** Whose export shows its entries: that of actor and target, of the `actor` alone (a staff note), or of `nobody`. */
  exportedTo: AuditReaders
}

export type AuditReaders = 'both' | 'actor' | 'nobody'
