import type { ImportMessage, ImportReport } from '@portal/contract'
import { describeMessage } from '../import-message.ts'
import { countRemarks, listSkippedRows } from '../plan/report-store.ts'
import type { ImportPlan } from '../run-import.ts'

const MAX_SHOWN = 200

export function panelReport({ report, staging, siteContent }: ImportPlan): ImportReport {
  const { read, importable, present, withoutEmail, withNewUuid, weak, warnings } = report
  const skippedRow = (kind: 'fault' | 'note') => ({
    count: countRemarks(staging, kind),
    items: listSkippedRows(staging, kind, MAX_SHOWN).map(toSkippedRow),
  })
  return {
    read,
    importable,
    present,
    withoutEmail,
    withNewUuid,
    weak,
    schemes: Object.entries(report.schemes).map(([name, count]) => ({ name, count })),
    skipped: skippedRow('fault'),
    notes: skippedRow('note'),
    told: warnings.map(describeMessage),
    toldCodes: [...warnings],
    beside: siteContent.permissionSets.length > 0 || siteContent.news.length > 0,
  }
}

function toSkippedRow({
  row,
  name,
  messages,
  suggestedName,
}: {
  row: number | string
  name: string
  messages: ImportMessage[]
  suggestedName: string | null
}) {
  return {
    row,
    name,
    reasons: messages.map(describeMessage),
    reasonCodes: messages,
    rename: messages.length === 1 ? suggestedName : null,
  }
}
