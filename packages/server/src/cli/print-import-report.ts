import { shownText } from '../import/display-text.ts'
import { describeReport } from '../import/plan/report.ts'
import { slicesOfRemarks } from '../import/plan/report-store.ts'
import type { Plan } from '../import/run-import.ts'
import { write } from './output.ts'

/** `--json`, and whether anything is to be written at all. */
type How = { json?: boolean; dryRun?: boolean }

export type Outcome = { imported: number; updated: number; proved: string | null }

/** Tells everything before anything is written; with `--json` only what the object has no place for. */
export async function tellPlan({ report, scratch }: Plan, { json }: How): Promise<void> {
  if (!json) {
    for (const line of describeReport(report)) console.log(line)
    return
  }
  for (const slice of slicesOfRemarks(scratch, 'note')) {
    const lines = slice.map(({ row, name, reason }) => {
      return `${shownText(`row ${row}, ${name}: ${reason}`)}\n`
    })
    await write(process.stderr, lines.join(''))
  }
}

/** Tells what became of it, after `seconds`. */
export async function tellOutcome(
  { report, scratch }: Plan,
  { json, dryRun = false }: How,
  outcome: Outcome,
  seconds: number,
): Promise<void> {
  const { source, read, importable, present, schemes, withoutEmail, inventories } = report
  const { imported, updated, proved } = outcome
  if (!json) {
    if (proved !== null) console.log(`proved: the old password of ${proved} opens the account`)
    console.log(`imported: ${imported}, updated: ${updated}, in ${seconds.toFixed(1)} s`)
    return
  }
  const counts = { source, dryRun, read, importable, imported, updated, present }
  const rest = { schemes, withoutEmail, proved, ...(inventories && { inventories }), seconds }
  // The rows are written as they are read: a report may be larger than the memory that a move needs.
  await write(process.stdout, `${JSON.stringify(counts).slice(0, -1)},"skipped":[`)
  let comma = ''
  for (const slice of slicesOfRemarks(scratch, 'fault')) {
    await write(process.stdout, comma + JSON.stringify(slice).slice(1, -1))
    comma = ','
  }
  await write(process.stdout, `],${JSON.stringify(rest).slice(1)}\n`)
}
