import { displayText } from '../import/display-text.ts'
import { describeReport } from '../import/plan/report.ts'
import { streamRemarks } from '../import/plan/report-store.ts'
import type { ImportPlan } from '../import/run-import.ts'
import { write } from './output.ts'

type PrintOptions = { json?: boolean; dryRun?: boolean }

export type Outcome = { imported: number; updated: number; proved: string | null }

/** Prints the report of a plan before anything is written. With `--json` prints only the notes, on stderr. */
export async function printPlan(
  { report, staging }: ImportPlan,
  { json }: PrintOptions,
): Promise<void> {
  if (!json) {
    for (const line of describeReport(report)) console.log(line)
    return
  }
  for (const slice of streamRemarks(staging, 'note')) {
    const lines = slice.map(({ row, name, reason }) => {
      return `${displayText(`row ${row}, ${name}: ${reason}`)}\n`
    })
    await write(process.stderr, lines.join(''))
  }
}

export async function printOutcome(
  { report, staging }: ImportPlan,
  { json, dryRun = false }: PrintOptions,
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
  // streamed, because a report may be larger than the memory that an import needs
  await write(process.stdout, `${JSON.stringify(counts).slice(0, -1)},"skipped":[`)
  let comma = ''
  for (const slice of streamRemarks(staging, 'fault')) {
    await write(process.stdout, comma + JSON.stringify(slice).slice(1, -1))
    comma = ','
  }
  await write(process.stdout, `],${JSON.stringify(rest).slice(1)}\n`)
}
