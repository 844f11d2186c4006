import type { Db } from '../../database/database.ts'
import { exportParts, type ListedPart } from './export-list.ts'
import type { Row, Whose } from './export-part.ts'
import { readRows } from './export-store.ts'

/**
 * Writes `data.json` in pieces: what it is, and a list for each part. No more than a page of rows of a part is
 * in memory.
 */
export async function* dataText(
  db: Db,
  whose: Whose,
  about: Record<string, unknown>,
): AsyncIterable<string> {
  yield `{\n  "about": ${indented(about)}`
  for (const part of exportParts) {
    yield `,\n  ${JSON.stringify(part.as)}: [`
    let count = 0
    for await (const row of readRows(db, part, whose)) {
      yield `${count === 0 ? '' : ','}\n    ${indented(shownOf(part, row, whose)).replaceAll('\n', '\n  ')}`
      count += 1
    }
    yield count === 0 ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

function shownOf({ columns }: ListedPart, row: Row, whose: Whose): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, plan]) =>
      'leftOut' in plan ? [] : [[plan.as, plan.read(row[name], row, whose)]],
    ),
  )
}

/** Writes an object as it stands two spaces inside another. */
function indented(value: Record<string, unknown>): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}
