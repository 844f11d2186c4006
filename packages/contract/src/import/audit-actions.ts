import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'players.imported': { en: 'Players imported', ru: 'Игроки перенесены', exportedTo: 'both' },
  'players.updated': {
    en: 'Imported players updated',
    ru: 'Перенесённые игроки обновлены',
    exportedTo: 'both',
  },
  'import.started': { en: 'Import started', ru: 'Перенос начат', exportedTo: 'both' },
  'import.ended': { en: 'Import finished', ru: 'Перенос завершён', exportedTo: 'both' },
  'import.failed': { en: 'Import failed', ru: 'Перенос не удался', exportedTo: 'both' },
} as const satisfies Record<string, AuditActionDefinition>
