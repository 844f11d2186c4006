import type { Words } from './locale.ts'

/** A kind of event in the audit log, as the panel shows it. */
export type AuditActionDefinition = Words & {
  /** The players whose export shows its entries: actor and target, the `actor` alone (a staff note), or `nobody`. */
  exportedTo: AuditReaders
}

export type AuditReaders = 'both' | 'actor' | 'nobody'
