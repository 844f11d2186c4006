import type { AuditActionDefinition } from '../audit-action.ts'

export const auditActions = {
  'picture.uploaded': { en: 'Picture uploaded', ru: 'Картинка загружена', exportedTo: 'both' },
  'news.created': { en: 'News created', ru: 'Новость создана', exportedTo: 'both' },
  'news.changed': { en: 'News changed', ru: 'Новость изменена', exportedTo: 'both' },
  'news.deleted': { en: 'News deleted', ru: 'Новость удалена', exportedTo: 'both' },
  'page.created': { en: 'Page created', ru: 'Страница создана', exportedTo: 'both' },
  'page.changed': { en: 'Page changed', ru: 'Страница изменена', exportedTo: 'both' },
  'page.deleted': { en: 'Page deleted', ru: 'Страница удалена', exportedTo: 'both' },
  'page.ordered': { en: 'Pages reordered', ru: 'Порядок страниц изменён', exportedTo: 'both' },
} as const satisfies Record<string, AuditActionDefinition>
