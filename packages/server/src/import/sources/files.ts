import { ImportRefused } from '../import-refused.ts'
import { readFileRows } from '../read/file-rows.ts'
import { MORE_COLUMNS } from '../read/read-columns.ts'
import type { Source } from '../read/source.ts'

export const csv: Source = fileSource('csv', 'CSV whose first line names the columns')

export const jsonl: Source = fileSource('jsonl', 'JSON lines: an object a line')

function fileSource(format: 'csv' | 'jsonl', description: string): Source {
  return {
    name: format,
    description,
    places: ['file'],
    columns: MORE_COLUMNS,
    async open(from, { delimiter, columns }) {
      if (!('file' in from)) throw new ImportRefused('a file is needed')
      return readFileRows(from.file, { format, delimiter, columns })
    },
  }
}
