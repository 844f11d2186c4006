import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'player.superuser': {
    en: 'Superuser changed',
    ru: 'Суперпользователь изменён',
    exportedTo: 'both',
  },
  'player.roles': { en: 'Roles changed', ru: 'Роли изменены', exportedTo: 'both' },
  'player.permissions': { en: 'Permissions changed', ru: 'Права изменены', exportedTo: 'both' },
  'grant.given': {
    en: 'Rank or permission given',
    ru: 'Привилегия или право выданы',
    exportedTo: 'both',
  },
  'grant.taken': {
    en: 'Rank or permission removed',
    ru: 'Привилегия или право сняты',
    exportedTo: 'both',
  },
  'role.created': { en: 'Role created', ru: 'Роль создана', exportedTo: 'both' },
  'role.changed': { en: 'Role changed', ru: 'Роль изменена', exportedTo: 'both' },
  'role.deleted': { en: 'Role deleted', ru: 'Роль удалена', exportedTo: 'both' },
  'group.created': { en: 'Donor rank created', ru: 'Привилегия создана', exportedTo: 'both' },
  'group.changed': { en: 'Donor rank changed', ru: 'Привилегия изменена', exportedTo: 'both' },
  'group.ordered': {
    en: 'Donor ranks reordered',
    ru: 'Порядок привилегий изменён',
    exportedTo: 'both',
  },
  'group.deleted': { en: 'Donor rank deleted', ru: 'Привилегия удалена', exportedTo: 'both' },
} as const satisfies Record<string, AuditActionDefinition>
