import type { Reply } from '../../../api.ts'
import { t } from '../../../i18n/i18n.ts'
import { type ReadableField, readableFields, titleOf } from '../audit-log/audit-texts.ts'

export type TimelineItem = Reply<'showTimeline'>['items'][number]

export const KINDS = ['sign-ins', 'bans', 'ranks', 'roles', 'purchases', 'notes'] as const

/** Returns the title of an item: of its audit action, of a note, or of the end of a rank or permission. */
export function titleOfItem({ audit, ended, note }: TimelineItem): string {
  if (note) return t('timeline.note')
  if (audit) return titleOf(audit.action)
  return t(ended?.group ? 'timeline.rankEnded' : 'timeline.permissionEnded')
}

export function fieldsOfItem({ audit, ended }: TimelineItem): ReadableField[] {
  if (audit) return readableFields(audit)
  if (!ended) return []
  const label = t(ended.group ? 'auditFields.group' : 'auditFields.node')
  return [{ label, before: '', after: ended.groupName ?? ended.group ?? ended.node ?? '' }]
}
