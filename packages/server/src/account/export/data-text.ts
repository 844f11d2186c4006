import type { Db } from '../../database/database.ts'
import type { DataSubject, ExportRow } from '../../database/tables/export-rules.ts'
import { exportParts, type NamedExportPart } from './export-list.ts'
import { readRows } from './export-store.ts'

/** Yields the text of `data.json` in pieces. Only one page of rows is in memory at a time. */
export async function* writeDataJson(
  db: Db,
  subject: DataSubject,
  about: Record<string, unknown>,
): AsyncIterable<string> {
  yield `{\n  "about": ${indented(about)}`
  for (const part of exportParts) {
    yield `,\n  ${JSON.stringify(part.as)}: [`
    let count = 0
    for await (const row of readRows(db, part, subject)) {
      yield `${count === 0 ? '' : ','}\n    ${indented(visibleFields(part, row, subject)).replaceAll('\n', '\n  ')}`
      count += 1
    }
    yield count === 0 ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

function visibleFields(
  { columns }: NamedExportPart,
  row: ExportRow,
  subject: DataSubject,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, plan]) =>
      'leftOut' in plan ? [] : [[plan.as, plan.read(row[name], row, subject)]],
    ),
  )
}

function indented(value: Record<string, unknown>): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}
