import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'player.profile': {
    en: 'Public profile shown or hidden',
    ru: 'Публичный профиль показан или скрыт',
    exportedTo: 'both',
  },
  'texture.uploaded': {
    en: 'Skin or cape uploaded',
    ru: 'Скин или плащ загружен',
    exportedTo: 'both',
  },
  'texture.removed': { en: 'Skin or cape removed', ru: 'Скин или плащ удалён', exportedTo: 'both' },
  'texture.worn': {
    en: 'Recent skin worn again',
    ru: 'Прежний скин надет снова',
    exportedTo: 'both',
  },
  'texture.copied': {
    en: 'Skin of another player worn',
    ru: 'Надет скин другого игрока',
    exportedTo: 'both',
  },
} as const satisfies Record<string, AuditActionDefinition>
