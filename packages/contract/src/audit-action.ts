import type { Words } from './locale.ts'

/** A kind of event in the audit log, as the panel shows it. */
export type AuditActionDefinition = Words & {
  /**
   * Which exports of personal data show entries of this kind: the exports of actor and target (`both`), the export of
   * the `actor` alone (a staff note), or none (`nobody`).
   */
  exportedTo: AuditReaders
}

export type AuditReaders = 'both' | 'actor' | 'nobody'
