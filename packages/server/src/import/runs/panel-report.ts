import type { ImportReport } from '@portal/contract'
import { countRemarks, listOddRows } from '../plan/report-store.ts'
import type { Plan } from '../run-import.ts'

const MOST_SHOWN = 200
/** What only the command says, and the page says by itself (see names.ts and make-plan.ts). */
const RENAME = /; --rename '.*=(\w+)' takes them along$/

/** Makes the report for the panel: counts of everything, and the first of what is odd. */
export function panelReport({ report, scratch, beside }: Plan): ImportReport {
  const { read, importable, present, withoutEmail, withNewUuid, weak, told } = report
  const odd = (kind: 'fault' | 'note') => ({
    count: countRemarks(scratch, kind),
    items: listOddRows(scratch, kind, MOST_SHOWN).map(toOddRow),
  })
  return {
    read,
    importable,
    present,
    withoutEmail,
    withNewUuid,
    weak,
    schemes: Object.entries(report.schemes).map(([name, count]) => ({ name, count })),
    skipped: odd('fault'),
    notes: odd('note'),
    told: [...told],
    beside: beside.bundles.length > 0 || beside.news.length > 0,
  }
}

function toOddRow(odd: { row: number | string; name: string; reasons: string[] }) {
  const [only = '', ...others] = odd.reasons
  const rename = others.length === 0 ? RENAME.exec(only)?.[1] : undefined
  return {
    ...odd,
    reasons: odd.reasons.map((reason) => reason.replace(RENAME, '')),
    rename: rename ?? null,
  }
}
